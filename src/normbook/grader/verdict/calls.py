"""Finds the call whose answer a failed check shows, by the numbers in its message."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .attempt import Step
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
    """Return the checks, each that shows the answer to one call of its own with that call."""
    return tuple(
        replace(check, call=_call(check, steps, entry)) if check.status == "fail" else check
        for check in checks
    )


def _call(check: CheckResult, steps: Sequence[Step], entry: str) -> str:
    """Return the call whose answer a message shows; nothing, where that is not certain."""
    found = RECEIVED.search(check.message)
    if found is None or "numpy" not in sys.modules:
        return ""
    text, cut, _ = found[1].partition(LEFT_OUT)
    shown = [float(number) for number in NUMBER.findall(text)]
    calls = {
        show_operation(steps[i].operation, entry)
        for i in check.asked
        if _shows(shown, steps[i].answer.get("value"), whole=not cut)
    }
    return calls.pop() if len(calls) == 1 else ""


def _shows(shown: Sequence[float], value: Any, whole: bool) -> bool:
    """Return whether these are the first numbers of an answer, or of one of its results."""
    import numpy as np

    if len(shown) < CERTAIN:
        return False
    found = (as_array(each).ravel() for each in leaves(value) if is_number(each))
    return any(
        (numbers.size == len(shown) if whole else numbers.size > len(shown))
        and np.allclose(numbers[: len(shown)], shown, PRINTED, PRINTED, equal_nan=True)
        for numbers in found
    )
