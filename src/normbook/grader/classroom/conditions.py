"""States what a verdict depends on beside the attempt; if it changes, grading is done anew."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from ... import __version__
from ..fence.limits import Limits
from ..verdict.find import Exercise


@dataclass(frozen=True)
class Conditions:
    """The conditions under which an attempt at an exercise is graded."""

    tests: str
    """The SHA-256 of the exercise's tests and of what they are worth."""
    answers: str
    """The SHA-256 of its solution and its mutants, by which an attempt is diagnosed."""
    limits: Limits
    normbook: str
    """The version of this package."""
    seed: int | None = None
    """Draws the numbers with which passed checks are tried again; None if they are not."""

    @classmethod
    def of(cls, exercise: Exercise, limits: Limits, seed: int | None = None) -> Self:
        """Return the conditions under which this package grades now."""
        return cls(
            tests=_hash([exercise.folder / "exercise.toml", exercise.tests]),
            answers=_hash([exercise.solution, *exercise.mutants]),
            limits=limits,
            normbook=__version__,
            seed=seed,
        )

    @classmethod
    def parse(cls, kept: Any) -> Self | None:
        """Return the conditions that a file holds, or None if it holds none."""
        match kept:
            case {
                "tests": str(tests),
                "answers": str(answers),
                "limits": dict(limits),
                "normbook": str(normbook),
            } if limits.keys() == vars(Limits()).keys():
                seed = kept.get("seed")  # verdicts that were kept before there were seeds had none
                return cls(tests, answers, Limits(**limits), normbook, seed)
        return None

    def as_dict(self) -> dict[str, Any]:
        """Return the conditions as JSON's types."""
        return {**vars(self), "limits": vars(self.limits)}

    def changes(self, now: Conditions, slug: str) -> list[str]:
        """Return how conditions ``now`` differ from these, in phrases to follow "graded anew: "."""
        found = []
        if self.tests != now.tests:
            found.append(f"the tests of {slug} changed")
        if self.answers != now.answers:
            found.append(f"the mistakes that {slug} knows changed")
        for name, limit in vars(now.limits).items():
            if (before := vars(self.limits)[name]) != limit:
                found.append(f"the limit of {name} is {limit:g}, and was {before:g}")
        if self.seed != now.seed:
            found.append(f"the seed is {_named(now.seed)}, and was {_named(self.seed)}")
        if self.normbook != now.normbook:
            found.append(f"normbook is {now.normbook}, and was {self.normbook}")
        return found


def _named(seed: int | None) -> str:
    return "none" if seed is None else str(seed)


def _hash(paths: Iterable[Path]) -> str:
    """Return one hash of some files: of their names, and of what is in them."""
    parts = (f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in paths)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
