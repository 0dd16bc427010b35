"""States what a verdict depends on beside the attempt; if it changes, grading is done anew."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from pathlib import Path
from typing import Any, Self

from ... import __version__
from ..fence.limits import Limits
from ..fence.lockdown import weakness_in_a_word
from ..verdict.find import Exercise


@dataclass(frozen=True)
class Conditions:
    """The conditions under which an attempt at an exercise is graded."""

    tests: str
    """The SHA-256 of the exercise's tests and of what they are worth."""
    answers: str
    """The SHA-256 of its solution and its mutants, by which an attempt is diagnosed; with a seed of
    its variants, too, which say what is asked anew."""
    limits: Limits
    seed: int | None
    """Draws the numbers with which passed checks are tried again; None if they are not."""
    fence: str
    """How the fence of attempts is weak, in a word; no text if it holds."""
    versions: tuple[tuple[str, str], ...]
    """The names and versions of this package, of Python, and of what the exercise loads."""

    @classmethod
    def of(cls, exercise: Exercise, limits: Limits, seed: int | None = None) -> Self:
        """Return the conditions under which this package grades now."""
        folder, variants = exercise.folder, [] if seed is None else exercise.variants
        return cls(
            tests=_hash(folder, [folder / "exercise.toml", exercise.tests]),
            answers=_hash(folder, [exercise.solution, *variants, *exercise.mutants]),
            limits=limits,
            seed=seed,
            fence=weakness_in_a_word(),
            versions=tuple(_versions(exercise)),
        )

    @classmethod
    def parse(cls, kept: Any) -> Self | None:
        """Return the conditions that a file holds, or None if it holds none."""
        match kept:
            case {
                "tests": str(tests),
                "answers": str(answers),
                "limits": dict(limits),
                "seed": int() | None as seed,
                "fence": str(fence),
                "versions": dict(versions),
            } if (
                limits.keys() == vars(Limits()).keys()
                and all(isinstance(limit, (int, float)) for limit in limits.values())
                and all(isinstance(each, str) for each in versions.values())
            ):
                return cls(tests, answers, Limits(**limits), seed, fence, (*versions.items(),))
        return None

    def as_dict(self) -> dict[str, Any]:
        """Return the conditions as JSON's types."""
        return {**vars(self), "limits": vars(self.limits), "versions": dict(self.versions)}

    def changes(self, now: Conditions, slug: str) -> list[str]:
        """Return how conditions ``now`` differ from these, in phrases to follow "graded anew: "."""
        found = []
        if self.tests != now.tests:
            found.append(f"the tests of {slug} changed")
        if self.answers != now.answers:
            found.append(f"the answers that {slug} knows changed")
        for name, limit in vars(now.limits).items():
            if (before := vars(self.limits)[name]) != limit:
                found.append(f"the limit of {name} is {limit:g}, and was {before:g}")
        if self.seed != now.seed:
            found.append(f"the seed is {_named(now.seed)}, and was {_named(self.seed)}")
        if self.fence != now.fence:
            found.append("the fence of attempts changed")
        before = dict(self.versions)
        for name, is_now in now.versions:
            if (was := before.get(name)) != is_now:
                found.append(f"{name} is {is_now}, and was {_named(was)}")
        return found


def _named(value: int | str | None) -> str:
    return "none" if value is None else str(value)


def _versions(exercise: Exercise) -> Iterator[tuple[str, str]]:
    """Yield what grades an exercise, each name with its version."""
    yield "normbook", __version__
    yield "Python", ".".join(platform.python_version_tuple()[:2])
    for module in exercise.packages:
        if (found := _version_of(module)) is not None:
            yield module, found


@cache
def _version_of(module: str) -> str | None:
    """Return the version of the package that brings a module; None where none does.

    That may be so where a cluster grades.
    """
    try:
        return version(module)  # most packages are named as their module is
    except PackageNotFoundError:
        packages = packages_distributions().get(module, ())
        return version(packages[0]) if packages else None


def _hash(folder: Path, paths: Iterable[Path]) -> str:
    """Return one hash of some files in a folder: of their places in it, and of what is in them."""
    parts = (
        f"{path.relative_to(folder).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in paths
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
