"""Tells of an attempt that answers the same call now so, now otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from .attempt import Channel, Step
from .comparison import Comparison
from .diagnose import Diagnosis, Finding
from .host import THE_ATTEMPT
from .replay import Answer
from .run import CheckResult, quiet
from .same import NO_ASPECT, same_answer
from .wire import Handle

REMEMBERS = (
    "Your answer to this call is right if it is the first call, and wrong after others. Your code "
    "keeps something from one call to the next, as a global variable, a cache, an attribute or a "
    "list as default argument does. Compute everything anew in each call."
)
WAVERS = (
    "Your code gives another result each time, though it is called with the same: it draws random "
    "numbers, or changes what it keeps from call to call. Compute the result from the arguments "
    "alone."
)


def remembered(
    comparison: Comparison, checks: Sequence[CheckResult], channel: Channel
) -> Diagnosis | None:
    """Return that an attempt keeps something from call to call, if its first wrong answer shows it.

    It is started anew, and asked that first. Nothing is said where it cannot be started anew.

    Parameters
    ----------
    comparison
        Its answers, compared with the solution's.
    checks
        The verdicts of the tests.
    channel
        The way to the attempt.
    """
    with quiet():
        found = next(_wrong_calls(comparison, checks), None)
        if found is None or not channel.start_anew():
            return None
        check, i = found
        expected = comparison.expected[i]
        answer = _asked_first(channel, comparison.steps, i)
        if "output" in answer and "output" in expected:  # it counts the calls before
            answer["output"] = expected["output"]
        if not comparison.agrees_with_solution(i, answer, NO_ASPECT):
            return None
    return _diagnosis(REMEMBERS, comparison, i, check)


def wavering(
    comparison: Comparison,
    checks: Sequence[CheckResult],
    channel: Channel,
    known: Diagnosis | None,
) -> Diagnosis | None:
    """Return that an attempt gives another result each time, if its first wrong answer does.

    It is asked that twice more. What a known mistake explains in all answers is none by chance.

    Parameters
    ----------
    comparison, checks, channel
        As of `remembered`.
    known
        What is known to be wrong.
    """
    bugs = known.bugs if known else ()
    with quiet():
        mutants = [path for path in comparison.asked.exercise.mutants if path.stem in bugs]
        if any(comparison.gives_all((path,), NO_ASPECT) for path in mutants):
            return None
        steps = comparison.steps
        wrong = _wrong_calls(comparison, checks)
        found = next(((c, i) for c, i in wrong if steps[i].operation["on"] == THE_ATTEMPT), None)
        if found is None:
            return None
        check, i = found
        answers = [steps[i].answer]
        for _ in range(2):
            answers.append(_perform(channel, steps[i].operation))
            if any(same_answer(a, b) for a, b in combinations(answers, 2)):
                return None
    return _diagnosis(WAVERS, comparison, i, check)


def _asked_first(channel: Channel, steps: Sequence[Step], i: int) -> Answer:
    """Return an attempt's answer to a call with none of that kind before.

    Its object is made anew, and all else done with it that was: weights loaded, say. Where none is
    made, the answer to that.
    """
    asked = steps[i].operation
    if asked["on"] == THE_ATTEMPT:
        return _perform(channel, asked)
    maker = next(j for j, each in enumerate(steps) if _gives(each, steps[i].start, asked["on"]))
    made = _perform(channel, steps[maker].operation)
    if not isinstance(handle := made.get("value"), Handle):
        return made
    for step in steps[maker + 1 : i]:
        operation = step.operation
        if operation.get("on") == asked["on"] and operation["name"] != asked["name"]:
            _perform(channel, operation | {"on": handle.number})
    return _perform(channel, asked | {"on": handle.number})


def _gives(step: Step, start: int, number: int) -> bool:
    """Whether a step since a start gives the object of a number."""
    value = step.answer.get("value")
    return step.start == start and isinstance(value, Handle) and value.number == number


def _diagnosis(explanation: str, comparison: Comparison, i: int, check: CheckResult) -> Diagnosis:
    step, expected = comparison.steps[i], comparison.expected[i]
    finding = Finding(explanation, step, expected, first=check.name)
    return Diagnosis(comparison.asked.exercise.entry, (finding,))


def _perform(channel: Channel, operation: dict[str, Any]) -> Answer:
    """Return the attempt's answer to what it is asked again."""
    answer = channel.perform(operation)
    answer.pop("printed", None)
    return answer


def _wrong_calls(
    comparison: Comparison, checks: Sequence[CheckResult]
) -> Iterator[tuple[CheckResult, int]]:
    """Yield the calls that are answered wrong, each with its check."""
    for check in checks:
        for i in check.asked if check.status == "fail" else ():
            if comparison.steps[i].operation["do"] == "call" and i in comparison.wrong:
                yield check, i
