"""Names the factor or the summand that wrong answers have in common, or the slip behind it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import TypeAlias, TypeVar

from .loaded import np
from .patterns import is_varied
from .same import ROUNDING

Axis: TypeAlias = tuple[int, int]
"""The place of an argument, and that of one of its axes, counted from its start or its end."""
Slip: TypeAlias = "tuple[Callable[[np.ndarray], np.ndarray], str, str]"
"""By which factor a slip changes a result, given sizes; that as a formula; as if what were so."""
Sized = TypeVar("Sized")
"""What a size is of: an axis, or two of them."""

SLIPS: tuple[Slip, ...] = (
    (lambda n: np.sqrt((n - 1) / n), "√((n − 1)/n)", "a variance were divided by n − 1"),
    (lambda n: np.sqrt(n / (n - 1)), "√(n/(n − 1))", "a variance were divided by n, not n − 1"),
    (lambda n: np.sqrt((n + 1) / n), "√((n + 1)/n)", "a variance were divided by n + 1"),
    (lambda n: n / (n + 1), "n/(n + 1)", "a mean were divided by n + 1"),
    (lambda n: n / (n - 1), "n/(n − 1)", "a mean were divided by n − 1"),
    (lambda n: (n - 1) / n, "(n − 1)/n", "a sum were divided by n, not n − 1"),
    (lambda n: n, "n", "a sum stood where a mean should"),
    (lambda n: 1 / n, "1/n", "a mean stood where a sum should"),
    (lambda n: np.sqrt(n), "√n", ""),
    (lambda n: 1 / np.sqrt(n), "1/√n", ""),
)
"""Those along an axis of n numbers."""
SLIPS_BETWEEN: tuple[Slip, ...] = (
    (lambda quotient: quotient, "n/m", "a mean of n numbers were divided by m"),
    (lambda quotient: np.sqrt(1 / quotient), "√(m/n)", "a variance of n numbers were divided by m"),
)
"""Those that take the length m of another axis for n: of n/m."""


@dataclass(frozen=True, eq=False)
class Constant:
    """A number that all numbers of an answer are the expected ones times, or plus."""

    value: float
    relative: float
    """By which share of it that number may be off, for the answer is rounded."""
    expected: np.ndarray
    """The expected numbers, in a row."""
    lengths: dict[Axis, int]
    """The lengths of the arguments' axes."""

    off: float = 0.0
    """By how much it may be off besides, as a summand may."""

    def is_near(self, value: float) -> bool:
        """Return whether it is a value, but for rounding."""
        return abs(self.value - value) <= self.relative * abs(value) + self.off


def all_known(constants: Sequence[Constant | None]) -> list[Constant]:
    """Return the factors or summands of some answers; none, if one has none."""
    known = [each for each in constants if each is not None]
    return known if len(known) == len(constants) else []


def in_common(constants: Sequence[Constant]) -> Constant | None:
    """Return the one that all of these are, unless the numbers are too much alike to tell."""
    if not constants:
        return None
    expected = np.concatenate([each.expected for each in constants])
    exact = min(constants, key=lambda each: each.relative)
    is_common = all(each.is_near(exact.value) for each in constants) and is_varied(expected)
    return replace(exact, expected=expected) if is_common else None


def of_factor(factor: float) -> str:
    """Say that all numbers have a factor."""
    if factor == 0:
        return "Each number is 0."
    if abs(factor + 1) < ROUNDING.relative:
        return "Each number has the wrong sign."
    text = f"{factor:.4g}"
    if text == "1":
        text = f"{factor:.7g}"
    return f"Each number is {text} times the expected one."


def of_summand(summand: float) -> str:
    """Say that all numbers have a summand."""
    return f"Each number is the expected one plus {summand:.4g}."


def of_slip(factors: Sequence[Constant]) -> str:
    """Say which slip gives all factors, each with the sizes of its call, if one slip alone does.

    Where an axis has one length in all calls, that any factor may fit is no evidence.
    """
    if not factors:
        return ""
    shared = set.intersection(*(set(each.lengths) for each in factors))
    lengths = {axis: np.array([each.lengths[axis] for each in factors], float) for axis in shared}
    varied = {axis: n for axis, n in lengths.items() if n.min() > 0 and np.ptp(n) > 0}
    quotients = {
        (of_n, of_m): varied[of_n] / varied[of_m] for of_n, of_m in permutations(varied, 2)
    }
    along, between = _fitting(SLIPS, varied, factors), _fitting(SLIPS_BETWEEN, quotients, factors)
    if len(along) == 1:  # the likelier ones
        (((formula, as_if), axes),) = along.items()
        where = f"n is the length of {_name_of(axes)}"
    elif len(between) == 1 and not along:
        (formula, as_if), where = next(iter(between)), "n and m are the lengths of two axes"
    else:
        return ""
    reason = f": as if {as_if}" if as_if else ""
    return f"Each number is {formula} times the expected one, where {where}{reason}."


def _fitting(
    slips: Iterable[Slip], sizes: dict[Sized, np.ndarray], factors: Sequence[Constant]
) -> dict[tuple[str, str], list[Sized]]:
    """Return the words of the slips that give all factors, and of which sizes each does."""
    values, relative = (
        np.array([getattr(each, name) for each in factors]) for name in ("value", "relative")
    )
    found: dict[tuple[str, str], list[Sized]] = {}
    for (slip, *words), (sized, size) in product(slips, sizes.items()):
        with np.errstate(all="ignore"):
            given = slip(size)
            is_given = np.abs(values - given) <= relative * np.abs(given)
        if np.ptp(size) > 0 and is_given.all() and np.isfinite(given).all():
            found.setdefault((words[0], words[1]), []).append(sized)
    return found


def _name_of(axes: Collection[Axis]) -> str:
    """Return what an axis is called that may be any of these."""
    return "the last axis" if (0, -1) in axes else "the first axis" if (0, 0) in axes else "an axis"
