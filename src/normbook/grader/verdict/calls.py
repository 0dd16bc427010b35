"""Finds the call whose answer a failed check shows, by its numbers, and what was printed then."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .attempt import Step
from .loaded import np, numpy_is_loaded
from .report import show_operation
from .run import CheckResult
from .same import as_array, is_number, leaves

RECEIVED = re.compile(r"^received (?!.*shape \()(.*)$", re.MULTILINE)
NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf|nan)\b")
LEFT_OUT = "..."
"""Where NumPy prints no more of a long array."""
CERTAIN = 3
"""Numbers that an answer has to begin with, to be the one that is shown."""
PRINTED = 1e-3
"""By how much a number may differ from the one that is printed."""


def with_calls(
    checks: Sequence[CheckResult], steps: Sequence[Step], entry: str
) -> tuple[CheckResult, ...]:
    """Return the checks, each that shows the answer to one call of its own with that call.

    With it goes what the attempt printed then; where the call is not known, at all of the check's,
    and where one raised an exception, at that.
    """
    return tuple(_with_call(check, steps, entry) for check in checks)


def _with_call(check: CheckResult, steps: Sequence[Step], entry: str) -> CheckResult:
    asked = [steps[i] for i in check.asked]
    if check.status == "error":
        return replace(check, printed="".join(step.printed for step in asked[-1:]))
    if check.status != "fail":
        return check
    found = _shown(check.message, asked)
    calls = {show_operation(step.operation, entry) for step in found}
    call = calls.pop() if len(calls) == 1 else ""
    return replace(
        check, call=call, printed="".join(step.printed for step in (found[:1] if call else asked))
    )


def _shown(message: str, asked: Sequence[Step]) -> list[Step]:
    """Return the calls whose answer a message may show."""
    found = RECEIVED.search(message)
    if found is None or not numpy_is_loaded():
        return []
    text, cut, _ = found[1].partition(LEFT_OUT)
    shown = [float(number) for number in NUMBER.findall(text)]
    return [each for each in asked if _shows(shown, each.answer.get("value"), whole=not cut)]


def _shows(shown: Sequence[float], value: Any, whole: bool) -> bool:
    """Return whether these are the first numbers of an answer, or of one of its results."""
    if len(shown) < CERTAIN:
        return False
    found = (as_array(each).ravel() for each in leaves(value) if is_number(each))
    return any(
        (numbers.size == len(shown) if whole else numbers.size > len(shown))
        and np.allclose(numbers[: len(shown)], shown, PRINTED, PRINTED, equal_nan=True)
        for numbers in found
    )
