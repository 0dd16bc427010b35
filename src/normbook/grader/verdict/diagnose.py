"""Names the misconception behind a wrong answer.

What the tests asked of the attempt is asked again of the solution and of each mutant. An attempt
whose answers are one mutant's throughout, and not the solution's, shows that mutant's bug. Where
none matches there is no diagnosis: a guess would mislead.

Tests ask most attempts the same, so that these answers are kept for the next attempt.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .attempt import Direct, Step
from .find import Exercise
from .load import load
from .run import quiet
from .same import same_answer
from .wire import pack

MAX_KEPT = 20_000
"""Answers, of all exercises together; beyond that all are forgotten."""

Answer = dict[str, Any]
_kept: dict[tuple[Path, int, bytes], Answer] = {}
"""Answers by the file that gave them, its time, and the digest of all that was asked until then."""


@dataclass(frozen=True)
class Diagnosis:
    """The mutant that an attempt behaves like, and the smallest step that shows it."""

    entry: str
    """What is called."""
    bug: str
    """The mutant's name."""
    explanation: str
    """What a learner is told."""
    step: Step
    expected: dict[str, Any]
    """The solution's answer to that step."""


def diagnose(exercise: Exercise, steps: Sequence[Step]) -> Diagnosis | None:
    """Return the misconception that the recorded steps show, or None.

    Parameters
    ----------
    exercise
        Whose solution and mutants are asked.
    steps
        What the tests asked of the attempt, and what came of it.
    """
    with quiet():
        return _match(exercise, steps)


def _match(exercise: Exercise, steps: Sequence[Step]) -> Diagnosis | None:
    if len(_kept) > MAX_KEPT:
        _kept.clear()
    packed = [pack(step.operation) for step in steps]
    asked = digests(packed)
    expected = list(replay(exercise.solution, exercise.entry, steps, asked))
    pairs = zip(steps, expected, strict=True)
    wrong = [i for i, (step, right) in enumerate(pairs) if not same_answer(step.answer, right)]
    if not wrong:
        return None
    shown = min(wrong, key=lambda i: len(packed[i]))  # small calls explain best
    for path in exercise.mutants:
        answers = replay(path, exercise.entry, steps, asked)
        if all(same_answer(s.answer, a) for s, a in zip(steps, answers, strict=True)):
            return Diagnosis(
                exercise.entry, path.stem, explain(path), steps[shown], expected[shown]
            )
    return None


def digests(packed: Sequence[bytes]) -> list[bytes]:
    """Return for each operation, as bytes, the digest of it and of all before it."""
    so_far, found = hashlib.sha256(), []
    for operation in packed:
        so_far.update(len(operation).to_bytes(8, "big") + operation)
        found.append(so_far.digest())
    return found


def replay(
    path: Path, entry: str, steps: Sequence[Step], asked: Sequence[bytes]
) -> Iterator[Answer]:
    """Yield the answers of the attempt in a file of ours to the same steps.

    Parameters
    ----------
    path, entry
        The file, and the name of what is called in it.
    steps
        What is asked.
    asked
        The `digests` of these: an answer depends on all that was asked until then.
    """
    channel, time = None, path.stat().st_mtime_ns
    for i, (step, digest) in enumerate(zip(steps, asked, strict=True)):
        key = path, time, digest
        if channel is None and key not in _kept:
            channel = Direct(load(path, entry))
            for before in steps[:i]:  # which may have made objects that it is asked about
                channel.perform(before.operation)
        if channel is not None:
            _kept[key] = channel.perform(step.operation)
        yield _kept[key]


def explain(mutant: Path) -> str:
    """Return what a mutant's docstring tells a learner, in one paragraph."""
    docstring = ast.get_docstring(ast.parse(mutant.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split())
