"""Compares numbers within a tolerance: an answer's with those that are expected.

What is the same here: equal numbers, finite ones within the tolerance, and NaN beside NaN.
"""

from __future__ import annotations

import cmath
from dataclasses import dataclass, replace

from .loaded import np


@dataclass(frozen=True)
class Tolerance:
    """By how much a number may differ from the expected one: all parts together."""

    relative: float
    """As a share of the expected number."""
    absolute: float
    """Whatever the expected number is."""
    of_largest: float = 0.0
    """As a share of the largest of the expected numbers, beside which a small one may be what is
    left of two large ones: in place of the absolute part, where it is more."""

    def agreeing(self, received: np.ndarray, expected: np.ndarray) -> np.ndarray:
        """Return where arrays of one shape agree: `numpy.isclose`, in a fraction of its time."""
        found: np.ndarray = np.asarray(received == expected)
        if not found.all():
            with np.errstate(all="ignore"):
                absolute = self.absolute
                if self.of_largest:
                    absolute = max(absolute, self.of_largest * largest(expected))
                allowed = absolute + self.relative * np.abs(expected)
                near = np.abs(received - expected) <= allowed
            found |= near & np.isfinite(expected)
            found |= np.isnan(received) & np.isnan(expected)
        return found

    def agree(self, received: np.ndarray, expected: np.ndarray) -> bool:
        """Return whether all numbers of two arrays agree, in order, whatever their shapes."""
        return bool(self.agreeing(received.ravel(), expected.ravel()).all())

    def agree_plain(self, received: complex, expected: complex) -> bool:
        """Return whether two numbers of Python's own agree; this needs no NumPy."""
        if not (cmath.isfinite(received) and cmath.isfinite(expected)):
            return received == expected or (cmath.isnan(received) and cmath.isnan(expected))
        return abs(received - expected) <= self.absolute + self.relative * abs(expected)

    def at_scale_of(self, expected: np.ndarray) -> Tolerance:
        """Return the tolerance for numbers that may all be tiny.

        Where the largest is below 1, the absolute part is a share of that one, and not of 1.
        """
        size = largest(expected)
        return replace(self, absolute=size * self.absolute) if 0 < size < 1 else self


def largest(numbers: np.ndarray) -> float:
    """Return the largest absolute value among the finite numbers of an array; 0, if none is."""
    return float(np.max(np.abs(numbers), initial=0.0, where=np.isfinite(numbers)))
