"""Finds the call whose answer a failed check's message shows, and what was printed during it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .attempt import Step
from .loaded import np, numpy_is_loaded
from .run import CheckResult
from .same import as_array, is_number, leaves
from .show import show_operation
from .tolerance import Tolerance

RECEIVED_LINE = re.compile(r"^received (?!.*shape \()(.*)$", re.MULTILINE)
NUMBER = re.compile(r"(?<![\w.])-?(?:\d+(?:\.\d*)?(?:e[+-]?\d+)?|inf|nan)\b")
ELLIPSIS = "..."
"""What NumPy prints in place of numbers in the middle of a long array."""
MIN_SHOWN_NUMBERS = 3
"""A message with fewer numbers does not tell which answer it shows."""
PRINTING = Tolerance(relative=1e-3, absolute=1e-3)
"""By how much a number may differ from what is printed of it."""


def with_calls(
    checks: Sequence[CheckResult], steps: Sequence[Step], entry: str
) -> tuple[CheckResult, ...]:
    """Return the checks with the calls that their messages show, and what was printed.

    A failed check gets its call if its message shows the answer to one call alone, and what the
    attempt printed during that call; otherwise, what it printed during all of the check's calls.
    A check that ended with an exception gets what was printed during its last call. One in which
    the attempt ended gets the call that it did not answer.
    """
    return tuple(_with_call(check, steps, entry) for check in checks)


def _with_call(check: CheckResult, steps: Sequence[Step], entry: str) -> CheckResult:
    asked = [steps[i] for i in check.asked]
    if check.unanswered is not None:
        return replace(check, call=show_operation(check.unanswered, entry))
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
    """Return the steps whose answers a check's message may show."""
    found = RECEIVED_LINE.search(message)
    if found is None or not numpy_is_loaded():
        return []
    text, cut, _ = found[1].partition(ELLIPSIS)
    shown = [float(number) for number in NUMBER.findall(text)]
    return [each for each in asked if _shows(shown, each.answer.get("value"), whole=not cut)]


def _shows(shown: Sequence[float], value: Any, whole: bool) -> bool:
    """Return whether an answer, or one of its results, begins with the numbers shown.

    If ``whole``, it has no more than these.
    """
    if len(shown) < MIN_SHOWN_NUMBERS:
        return False
    found = (as_array(each).ravel() for each in leaves(value) if is_number(each))
    return any(
        (numbers.size == len(shown) if whole else numbers.size > len(shown))
        and PRINTING.agree(numbers[: len(shown)], np.array(shown))
        for numbers in found
    )
