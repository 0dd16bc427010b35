"""Whether what the prose says agrees with what was found, at the precision of the prose."""

import re
from typing import NamedTuple

NUMBER = re.compile(r"(?<![\w.])[-−+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?")
WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
SLACK = 1e-9
"""The relative rounding error that the comparison itself may make."""


class Stated(NamedTuple):
    """A number in prose: its value, and half a unit of its last digit."""

    value: float
    half: float


def number_in(text: str) -> Stated:
    """Return the one number that a text states: ``−0.007``, ``16,339``, ``28 %`` or ``two``.

    A number before a % is a share: 28 % is 0.28.

    Raises
    ------
    ValueError
        If there is none, or more than one.
    """
    words = [word for word in re.findall(r"[a-z]+", text.lower()) if word in WORDS]
    found = NUMBER.findall(text)
    if len(words) + len(found) != 1:
        raise ValueError(
            f"{text!r} states {len(words) + len(found)} numbers; write one, or an expression that "
            "is True or False"
        )
    if words:
        return Stated(WORDS.index(words[0]), 0.5)
    digits, _, exponent = found[0].replace("−", "-").replace(",", "").partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(digits.partition(".")[2]))
    share = 0.01 if "%" in text else 1.0
    return Stated(float(f"{digits}e{exponent or 0}") * share, unit / 2 * share)


def agrees(text: str, value: float | bool) -> bool:
    """Return whether a text agrees with a value that was found.

    A number agrees if it is within half a unit of the last digit that the text states, True always.
    """
    if isinstance(value, bool):
        return value
    stated = number_in(text)
    return abs(value - stated.value) <= stated.half + SLACK * max(abs(value), abs(stated.value))


def is_printed(text: str, output: str) -> bool:
    """Return whether some number that was printed is the one that a text states."""
    numbers = [float(found.replace(",", "").replace("−", "-")) for found in NUMBER.findall(output)]
    if "%" in text:  # a share is printed as one, or in percent
        numbers += [number / 100 for number in numbers]
    return any(agrees(text, number) for number in numbers)
