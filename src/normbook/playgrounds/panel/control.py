"""What a reader sets: one of a few values, on a slider or from a list.

A control names all its values, and what each reads like. So a notebook's widget and a page's
slider stand on the same ones, and a page sends Python no number but a place in their order.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any


@dataclass(frozen=True)
class Control:
    """One of several values, at first the one at the place ``start``."""

    label: str
    values: tuple[Any, ...]
    words: tuple[str, ...]
    """What the reader sees of each value."""
    start: int
    slides: bool
    """Whether it is a slider; otherwise a list to choose from."""

    def nearest(self, value: Any) -> Any:
        """Return the value of a slider that is nearest to a number; of a list, the value itself.

        Raises
        ------
        ValueError
            If the control is a slider, and the value no finite number.
        """
        if not self.slides:
            return value
        if not (isinstance(value, Real) and math.isfinite(value)):
            raise ValueError(f"{self.label} is {value!r}; expected a finite number.")
        return min(self.values, key=lambda each: abs(each - value))

    def as_plain(self) -> dict[str, Any]:
        """Return what a page shows of it, as JSON's types; the values stay with Python."""
        return {
            "label": self.label,
            "words": list(self.words),
            "start": self.start,
            "slides": self.slides,
        }

    def words_of(self, value: Any) -> str:
        """Return what the reader sees of one of the values."""
        return self.words[self.values.index(value)]


def slider(
    label: str, low: float, high: float, step: float, start: float, readout: str = "g"
) -> Control:
    """Return a slider in equal steps; ``readout`` is how a number is formatted.

    Examples
    --------
    >>> slider("offset", -1, 1, 0.5, start=0.5, readout=".1f").words
    ('−1.0', '−0.5', '0.0', '0.5', '1.0')
    """
    count = round((high - low) / step)
    return stops(label, [round(low + i * step, 9) for i in range(count + 1)], start, readout)


def log_slider(
    label: str,
    low: float,
    high: float,
    step: float,
    start: float,
    readout: str = ".2g",
    base: float = 10,
) -> Control:
    """Return a slider in equal ratios: its ends and its step are exponents of ``base``.

    Examples
    --------
    >>> log_slider("ε", -6, -4, 0.5, start=1e-5, readout=".0e").words
    ('1e−6', '3e−6', '1e−5', '3e−5', '1e−4')
    """
    count = round((high - low) / step)
    values = [float(base) ** round(low + i * step, 9) for i in range(count + 1)]
    return stops(label, values, start, readout)


def stops(label: str, values: Iterable[float], start: float, readout: str = "g") -> Control:
    """Return a slider over numbers of any distance.

    Raises
    ------
    ValueError
        If it does not start on one of them.
    """
    numbers = tuple(values)
    place = min(range(len(numbers)), key=lambda i: abs(numbers[i] - start))
    if abs(numbers[place] - start) > 1e-9 * abs(start):
        raise ValueError(f"{label!r} starts at {start}; the nearest stop is {numbers[place]}.")
    words = tuple(number(value, readout) for value in numbers)
    return Control(label, numbers, words, place, slides=True)


def choice(label: str, options: Mapping[str, Any] | Iterable[Any], start: Any = None) -> Control:
    """Return a list of values to choose from, or of what they read like and the values.

    Without ``start`` the first stands there.
    """
    by_words = options if isinstance(options, Mapping) else {str(each): each for each in options}
    values = tuple(by_words.values())
    place = 0 if start is None else values.index(start)
    return Control(label, values, tuple(by_words), place, slides=False)


def number(value: float, readout: str) -> str:
    """Return a number as a reader sees it.

    Examples
    --------
    >>> number(-1e-5, ".0e"), number(2, ".3g")
    ('−1e−5', '2.00')
    """
    if re.search(r"\dg$", readout):
        readout = f"#{readout}"  # which keeps zeros at the end
    text = re.sub(r"e([+-])0+(?=\d)", r"e\1", format(value, readout))
    return text.removesuffix(".").replace("e+", "e").replace("-", "−")
