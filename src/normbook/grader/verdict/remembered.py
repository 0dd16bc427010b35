"""Tells of an attempt whose answer to a call depends on the calls before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .attempt import Channel, Step
from .diagnose import Diagnosis, Finding
from .find import Exercise
from .host import THE_ATTEMPT
from .replay import Answer, Asked
from .run import CheckResult, quiet
from .same import same_answer, tolerance_for

REMEMBERS = (
    "Your answer to this call is right if it is the first call, and wrong after others. Your code "
    "keeps something from one call to the next, as a global variable, a cache or a list as default "
    "argument does. Compute everything anew in each call."
)


def remembered(
    exercise: Exercise, steps: Sequence[Step], checks: Sequence[CheckResult], channel: Channel
) -> Diagnosis | None:
    """Return that an attempt keeps something from call to call, if its first wrong answer shows it.

    It is started anew, and asked that alone; nothing is said where it cannot be.

    Parameters
    ----------
    exercise
        Its solution says what is right.
    steps
        What the tests asked of the attempt, with its answers.
    checks
        The verdicts of the tests.
    channel
        The way to the attempt.
    """
    with quiet():
        found = next(_wrong(exercise, steps, checks), None)
        if found is None or not channel.start_anew():
            return None
        check, step, expected = found
        answer = channel.perform(step.operation)
        answer.pop("printed", None)
        if not _agree(step, answer, expected):
            return None
    return Diagnosis(exercise.entry, (Finding(REMEMBERS, step, expected, first=check.name),))


def _wrong(
    exercise: Exercise, steps: Sequence[Step], checks: Sequence[CheckResult]
) -> Iterator[tuple[CheckResult, Step, Answer]]:
    """Yield the calls of the attempt itself, in checks that fail, that it does not answer right."""
    expected = list(Asked(exercise, steps).answers())
    for check in checks:
        for i in check.asked if check.status == "fail" else ():
            is_call = steps[i].operation["do"] == "call" and steps[i].operation["on"] == THE_ATTEMPT
            if is_call and not _agree(steps[i], steps[i].answer, expected[i]):
                yield check, steps[i], expected[i]


def _agree(step: Step, answer: Answer, expected: Answer) -> bool:
    return same_answer(answer, expected, tolerance=tolerance_for(step.given))
