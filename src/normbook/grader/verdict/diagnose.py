"""Names the misconception behind a wrong answer.

What the tests asked of the attempt is asked again of the solution and of each mutant. An attempt
whose answers are one mutant's throughout, and not the solution's, shows that mutant's bug. Where
none matches there is no diagnosis: a guess would mislead.
"""

from __future__ import annotations

import ast
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
    expected = list(replay(exercise.solution, exercise.entry, steps))
    pairs = zip(steps, expected, strict=True)
    wrong = [i for i, (step, right) in enumerate(pairs) if not same_answer(step.answer, right)]
    if not wrong:
        return None
    shown = min(wrong, key=lambda i: _bytes_of(steps[i].operation))
    for path in exercise.mutants:
        answers = replay(path, exercise.entry, steps)
        if all(same_answer(s.answer, a) for s, a in zip(steps, answers, strict=True)):
            return Diagnosis(
                exercise.entry, path.stem, explain(path), steps[shown], expected[shown]
            )
    return None


def replay(path: Path, entry: str, steps: Sequence[Step]) -> Iterator[dict[str, Any]]:
    """Yield the answers of the attempt in a file of ours to the same steps."""
    channel = Direct(load(path, entry))
    for step in steps:
        yield channel.perform(step.operation)


def _bytes_of(operation: dict[str, Any]) -> int:
    """Return how many bytes go in: small calls explain best."""
    return len(pack(operation))


def explain(mutant: Path) -> str:
    """Return what a mutant's docstring tells a learner, in one paragraph."""
    docstring = ast.get_docstring(ast.parse(mutant.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split())
