"""Tells of an attempt whose answer to a call depends on the calls before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .attempt import Channel, Step
from .comparison import Comparison
from .diagnose import Diagnosis, Finding, steps_of_passing
from .find import Exercise
from .host import THE_ATTEMPT
from .replay import Asked
from .run import CheckResult, quiet
from .same import NO_ASPECT

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
        comparison = Comparison(Asked(exercise, steps), steps_of_passing(checks))
        found = next(_wrong_calls(comparison, checks), None)
        if found is None or not channel.start_anew():
            return None
        check, i = found
        answer = channel.perform(steps[i].operation)
        answer.pop("printed", None)
        if not comparison.agrees_with_solution(i, answer, NO_ASPECT):
            return None
        expected = comparison.expected[i]
    return Diagnosis(exercise.entry, (Finding(REMEMBERS, steps[i], expected, first=check.name),))


def _wrong_calls(
    comparison: Comparison, checks: Sequence[CheckResult]
) -> Iterator[tuple[CheckResult, int]]:
    """Yield the steps that call the attempt itself and are answered wrong, each with its check."""
    for check in checks:
        for i in check.asked if check.status == "fail" else ():
            operation = comparison.steps[i].operation
            is_call = operation["do"] == "call" and operation["on"] == THE_ATTEMPT
            if is_call and i in comparison.wrong:
                yield check, i
