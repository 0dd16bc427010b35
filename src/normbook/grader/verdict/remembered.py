"""Tells of an attempt that answers the same call now so, now otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .attempt import Channel, Step
from .comparison import Comparison
from .diagnose import Diagnosis, Finding
from .host import THE_ATTEMPT
from .replay import Answer
from .run import CheckResult, quiet
from .same import NO_ASPECT, same
from .wire import Handle

REMEMBERS = (
    "Your answer to this call is right if it is the first call, and wrong after others. Your code "
    "keeps something from one call to the next, as a global variable, a cache, an attribute or a "
    "list as default argument does, or it draws random numbers, as dropout does. Compute "
    "everything anew in each call."
)
WAVERS = (
    "Your code does not give one result, though it is called with the same: it draws random "
    "numbers, as dropout does, or reads an array that it never filled, as of np.empty, or changes "
    "what it keeps from call to call. Compute the result from the arguments alone."
)
REPEATS = 4
"""How often an attempt is asked the same once more: dropout may drop nothing of a few numbers."""


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
        try:
            answer = _perform(channel, _made_anew(channel, comparison.steps, i))
        except NotMadeError as error:
            answer = error.answer
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

    It is asked that a few times more. Where one known mistake gives all of its answers, it is not:
    they are not random.

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
        found = next(_wrong_calls(comparison, checks), None)
        if found is None:
            return None
        check, i = found
        try:
            operation = _made_anew(channel, comparison.steps, i)
        except NotMadeError:
            return None
        result = _perform(channel, operation).get("value")
        others = (_perform(channel, operation) for _ in range(REPEATS))
        if isinstance(result, Handle | None) or not any(
            _is_another(result, each) for each in others
        ):
            return None
    return _diagnosis(WAVERS, comparison, i, check)


def _is_another(result: Any, answer: Answer) -> bool:
    """Whether an answer is a result, and not the same one as before."""
    return "value" in answer and not same(result, answer["value"])


class NotMadeError(Exception):
    """The object that a call was made on is not made again; with what came in its place."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


def _made_anew(channel: Channel, steps: Sequence[Step], i: int) -> dict[str, Any]:
    """Return a call, to be made on an object made anew: what it was with none of that kind before.

    All else that was done with the object is done again: weights are loaded, say.

    Raises
    ------
    NotMadeError
        If no object is made.
    """
    asked = steps[i].operation
    if asked["on"] == THE_ATTEMPT:
        return asked
    maker = next(j for j, each in enumerate(steps) if _gives(each, steps[i].start, asked["on"]))
    made = _perform(channel, steps[maker].operation)
    if not isinstance(handle := made.get("value"), Handle):
        raise NotMadeError(made)
    for step in steps[maker + 1 : i]:
        operation = step.operation
        if operation.get("on") == asked["on"] and operation["name"] != asked["name"]:
            _perform(channel, operation | {"on": handle.number})
    return asked | {"on": handle.number}


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
