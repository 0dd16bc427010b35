"""Reads the hints of an exercise, and chooses the one that helps with what is wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

HEADING = re.compile(r"^## .*\n", re.MULTILINE)
HELPS = re.compile(r"\AHelps:\s+(?P<names>(?:.+\n?)+?)(?:\n|\Z)")

NO_HINTS = "There are no hints for {}."
Taken = int
"""Which hints were taken: bit i stands for hint i."""


@dataclass(frozen=True)
class Hint:
    """A hint, and the checks and mutants that it helps with."""

    text: str
    helps: frozenset[str] = frozenset()


def parse(markdown: str) -> tuple[Hint, ...]:
    """Return the hints in a ``hints.md``, from the gentlest to the plainest.

    Below its heading a hint may name what it helps with: ``Helps: test_of_x, some_mutant``.
    """
    _, *hints = HEADING.split(markdown)
    return tuple(map(_parse_one, hints))


def _parse_one(text: str) -> Hint:
    text = text.strip("\n")  # and no spaces: one may begin with indented code
    match = HELPS.match(text)
    if match is None:
        return Hint(text)
    names = frozenset(name.strip() for name in match["names"].split(",") if name.strip())
    return Hint(text[match.end() :].strip("\n"), names)


def choose(hints: Sequence[Hint], taken: Taken, wrong: Sequence[Collection[str]]) -> int:
    """Return the number of the hint to show next.

    Of the hints that were not taken it is the first that helps with the first group of what is
    wrong, or else with the next group, or else the first of them all. If all were taken, it is the
    last.
    """
    left = [i for i in range(len(hints)) if not taken >> i & 1]
    return [*(i for i in helping(hints, wrong) if i in left), *left, len(hints) - 1][0]


def helping(hints: Sequence[Hint], wrong: Sequence[Collection[str]]) -> list[int]:
    """Return the numbers of the hints that help with the first group of what is wrong, then others.

    One that helps with two groups is there twice.
    """
    return [i for names in wrong for i, hint in enumerate(hints) if hint.helps.intersection(names)]
