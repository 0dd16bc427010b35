"""Traits of explorables: finite numbers, and lists of them, within limits a picture can show."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any, NoReturn

from traitlets import HasTraits, TraitError, TraitType


class Number(TraitType[float, Any]):
    """A finite number, from ``low`` to ``high``."""

    def __init__(self, default: float, *, low: float, high: float) -> None:
        super().__init__(default)
        self.low, self.high = low, high

    def validate(self, obj: HasTraits | None, value: Any) -> float:
        """Return the number as a float."""
        return check_number(value, self.name, self.low, self.high)


class Vector(TraitType[list[float], Any]):
    """From 1 to ``most`` finite numbers, each from ``low`` to ``high``; arrays are welcome."""

    def __init__(self, *, most: int, low: float, high: float) -> None:
        super().__init__()
        self.most, self.low, self.high = most, low, high

    def validate(self, obj: HasTraits | None, value: Any) -> list[float]:
        """Return the numbers as a list of floats."""
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise TraitError(f"{self.name} is {value!r}; expected a list such as [4, 1, 3, 8].")
        values = list(value)
        if not 1 <= len(values) <= self.most:
            raise TraitError(f"{self.name} has {len(values)} values; expected 1 to {self.most}.")
        return [
            check_number(each, f"{self.name}[{i}]", self.low, self.high)
            for i, each in enumerate(values)
        ]


def check_number(value: Any, name: str | None, low: float, high: float) -> float:
    """Return the value as a float, or say why it is none, or too large, or too small."""

    def refuse() -> NoReturn:
        raise TraitError(f"{name} is {value!r}; expected a number from {low:,.9g} to {high:,.9g}.")

    if isinstance(value, bool) or not isinstance(value, Real):
        refuse()
    number = float(value)
    if not (math.isfinite(number) and low <= number <= high):
        refuse()
    return number
