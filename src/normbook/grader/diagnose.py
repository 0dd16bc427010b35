"""Name the misconception behind a wrong answer.

The calls that the tests made are made again on the solution and on each mutant. An attempt whose
outcomes are one mutant's on every call, and not the solution's, shows that mutant's bug. Where
none matches there is no diagnosis: a guess would mislead.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .calls import Call, Outcome, perform, same_outcome
from .find import Exercise
from .load import load
from .run import quiet


@dataclass(frozen=True)
class Diagnosis:
    """The mutant that an attempt behaves like, and the smallest call that shows it."""

    entry: str
    """What is called."""
    bug: str
    """The mutant's name."""
    explanation: str
    """What a learner is told."""
    call: Call
    expected: Outcome


def diagnose(exercise: Exercise, calls: Sequence[Call]) -> Diagnosis | None:
    """Return the misconception that the recorded calls show, or None.

    Parameters
    ----------
    exercise
        Whose solution and mutants are asked.
    calls
        What the tests asked of the attempt, and what came of it.
    """
    with quiet():
        return _match(exercise, calls)


def _match(exercise: Exercise, calls: Sequence[Call]) -> Diagnosis | None:
    solution = load(exercise.solution, exercise.entry)
    expected = [perform(solution, call.arguments, call.keywords) for call in calls]
    wrong = [i for i, call in enumerate(calls) if not same_outcome(call.outcome, expected[i])]
    if not wrong:
        return None
    shown = min(wrong, key=lambda i: calls[i].size)
    # The calls that went wrong first: a mutant that differs is then dismissed soonest.
    order = wrong + [i for i in range(len(calls)) if i not in wrong]
    for path in exercise.mutants:
        mutant = load(path, exercise.entry)
        if all(
            same_outcome(calls[i].outcome, perform(mutant, calls[i].arguments, calls[i].keywords))
            for i in order
        ):
            return Diagnosis(
                exercise.entry, path.stem, explain(path), calls[shown], expected[shown]
            )
    return None


def explain(mutant: Path) -> str:
    """Return what a mutant's docstring tells a learner, in one paragraph."""
    docstring = ast.get_docstring(ast.parse(mutant.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split())
