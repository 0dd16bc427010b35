"""Traits of explorables: numbers, lists, choices and words, within limits a picture can show."""

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


class Whole(TraitType[int, Any]):
    """A whole number, from ``low`` to ``high``."""

    def __init__(self, default: int, *, low: int, high: int) -> None:
        super().__init__(default)
        self.low, self.high = low, high

    def validate(self, obj: HasTraits | None, value: Any) -> int:
        """Return the number as an int."""
        number = check_number(value, self.name, self.low, self.high)
        if number != int(number):
            raise TraitError(f"{self.name} is {value!r}; expected a whole number.")
        return int(number)


class WholeOf(Whole):
    """One of a few whole numbers."""

    def __init__(self, default: int, *, of: tuple[int, ...]) -> None:
        super().__init__(default, low=min(of), high=max(of))
        self.of = of

    def validate(self, obj: HasTraits | None, value: Any) -> int:
        """Return the number as an int."""
        number = super().validate(obj, value)
        if number not in self.of:
            wanted = ", ".join(map(str, self.of))
            raise TraitError(f"{self.name} is {value!r}; expected one of {wanted}.")
        return number


class Choice(TraitType[str, Any]):
    """One of a few words."""

    def __init__(self, default: str, *, of: Iterable[str]) -> None:
        super().__init__(default)
        self.of = tuple(of)

    def validate(self, obj: HasTraits | None, value: Any) -> str:
        """Return the word."""
        if not isinstance(value, str) or value not in self.of:
            raise TraitError(f"{self.name} is {value!r}; expected one of {', '.join(self.of)}.")
        return value


class Flag(TraitType[bool, Any]):
    """True or False."""

    def validate(self, obj: HasTraits | None, value: Any) -> bool:
        """Return the flag."""
        if not isinstance(value, bool):
            raise TraitError(f"{self.name} is {value!r}; expected True or False.")
        return value


class Text(TraitType[str, Any]):
    """Words of at most ``most`` characters."""

    def __init__(self, default: str = "", *, most: int) -> None:
        super().__init__(default)
        self.most = most

    def validate(self, obj: HasTraits | None, value: Any) -> str:
        """Return the words."""
        if not isinstance(value, str) or len(value) > self.most:
            raise TraitError(f"{self.name} is {value!r}; expected at most {self.most} characters.")
        return value


class Vector(TraitType[list[float], Any]):
    """From ``least`` to ``most`` finite numbers, each from ``low`` to ``high``.

    Arrays are welcome.
    """

    def __init__(
        self,
        default: Iterable[float] = (),
        *,
        least: int = 1,
        most: int,
        low: float,
        high: float,
    ) -> None:
        super().__init__([float(value) for value in default])
        self.least, self.most, self.low, self.high = least, most, low, high

    def make_dynamic_default(self) -> list[float]:
        """Return a list of its own for each explorable."""
        return list(self.default_value)

    def validate(self, obj: HasTraits | None, value: Any) -> list[float]:
        """Return the numbers as a list of floats."""
        values = check_list(value, self.name)
        if not self.least <= len(values) <= self.most:
            wanted = f"{self.least} to {self.most}" if self.least < self.most else f"{self.most}"
            raise TraitError(f"{self.name} has {len(values)} values; expected {wanted}.")
        return [
            check_number(each, f"{self.name}[{i}]", self.low, self.high)
            for i, each in enumerate(values)
        ]


def check_list(value: Any, name: str | None) -> list[Any]:
    """Return the value as a list, or say that it is none."""
    if isinstance(value, str | dict) or not isinstance(value, Iterable):
        raise TraitError(f"{name} is {value!r}; expected a list such as [4, 1, 3, 8].")
    return list(value)


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
