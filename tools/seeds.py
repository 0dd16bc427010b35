"""Sees that right and wrong answers keep their verdicts with a seed, and what was learnt does not.

``python tools/seeds.py [exercise …] [--seeds 100]`` asks solutions, variants and mutants as
``grade-class --seed`` does, and a table of the solution's answers, which has to earn nothing where
numbers are drawn. It prints how much of each exercise is, and ends with 1 if a verdict is wrong, or
less than half of an exercise is drawn.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from normbook.grader import Exercise, find, find_all
from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.drawn import Drawn, ask_anew
from normbook.grader.verdict.load import load
from normbook.grader.verdict.run import run
from normbook.grader.verdict.wire import pack


class ByHeart:
    """A way to a table of answers, which raises what is not in it."""

    def __init__(self, attempt: Any) -> None:
        self._known: dict[bytes, dict[str, Any]] = {}
        self._learning: Direct | None = Direct(attempt)

    def next_check(self) -> bool:
        """Do nothing at the next check: a table goes on with all that it knows."""
        return False

    def start_anew(self) -> bool:
        """Do nothing, as nothing but the table is known."""
        return False

    def forget_how(self) -> None:
        """Drop the answer itself, and keep the table of what it has said."""
        self._learning = None

    def perform(self, operation: dict[str, Any]) -> dict[str, Any]:
        """Return the table's answer to a call, which is learnt first while that is allowed."""
        key = pack(operation)
        if self._learning is not None:
            self._known[key] = self._learning.perform(operation)
        unknown = {"raised": {"type": "KeyError", "message": "", "line": ""}}
        return self._known.get(key, unknown)


def changed(exercise: Exercise, path: Path, seeds: range) -> Iterator[str]:
    """Yield each check of an answer that has another verdict with a seed."""
    channel = Direct(load(path, exercise.entry))
    attempt = Attempt(channel)
    checks = run(exercise, attempt)
    for seed in seeds:
        again = ask_anew(exercise, attempt.steps, checks, channel, seed)
        for before, now in zip(checks, again, strict=True):
            if before.status != now.status:
                yield f"{exercise.slug}/{path.stem}, seed {seed}, {now.name}: {now.message}"


def learnt(exercise: Exercise, seeds: range) -> tuple[set[str], Iterator[str]]:
    """Return the checks that are drawn with each seed, and where a table earns points in them."""
    table = ByHeart(load(exercise.solution, exercise.entry))
    attempt = Attempt(table)
    checks = run(exercise, attempt)
    table.forget_how()
    drawn = {
        check.name
        for check in checks
        if all(Drawn(exercise, attempt.steps, seed).is_drawn(check) for seed in seeds)
    }

    def wrong() -> Iterator[str]:
        for seed in seeds:
            for check in ask_anew(exercise, attempt.steps, checks, table, seed):
                if check.name in drawn and check.points:
                    yield f"{exercise.slug}, seed {seed}: learnt by heart, {check.name} passes"

    return drawn, wrong()


def drawn_points(exercise: Exercise, drawn: set[str]) -> int:
    """Return what the checks that are drawn are worth."""
    return sum(worth for name, worth in exercise.checks.items() if name in drawn)


def summary(exercise: Exercise, drawn: set[str]) -> str:
    """Return how much is drawn, and what is not."""
    fixed = [name.removeprefix("test_") for name in exercise.checks if name not in drawn]
    left = f"; fixed: {', '.join(fixed)}" if fixed else ""
    points = drawn_points(exercise, drawn)
    return f"{exercise.slug:<24} {points:>2} of {exercise.points} points are drawn{left}"


def main(arguments: list[str] | None = None) -> int:
    """Ask all; return 1 if a verdict is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*", metavar="exercise", help="none means all")
    parser.add_argument("--seeds", type=int, default=100)
    options = parser.parse_args(arguments)
    seeds, found = range(options.seeds), 0
    for exercise in [find(slug) for slug in options.slugs] or find_all():
        drawn, wrong = learnt(exercise, seeds)
        print(summary(exercise, drawn), flush=True)
        found += 2 * drawn_points(exercise, drawn) < exercise.points
        answers = [exercise.solution, *exercise.variants, *exercise.mutants]
        for line in chain(wrong, *(changed(exercise, path, seeds) for path in answers)):
            found += 1
            print(f"  {line}", flush=True)
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
