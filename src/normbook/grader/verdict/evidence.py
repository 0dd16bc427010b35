"""Picks from two answers what shows a learner that they differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .loaded import np
from .same import ROUNDING, Aspect, as_array, aspect_of, is_number, leaves, plain, same
from .show import (
    DIGITS,
    MAX_SHOWN_CHARACTERS,
    beginning,
    noted,
    show_answer,
    show_backward,
    show_operation,
)
from .wire import Handle

if TYPE_CHECKING:
    from .attempt import Step
    from .diagnose import Finding

MAX_EVIDENCE_CHARACTERS = 120
"""The length of the longest answer that is shown whole; of a longer one, the first number that
differs is shown."""


def evidence(finding: Finding, entry: str) -> Iterable[tuple[str, str]]:
    """Yield labels and texts: the call that shows a mistake, its answer, the expected, the printed.

    Numbers have as many digits as it takes to see that answer and expected answer differ.
    """
    answers: tuple[Any, Any] = finding.step.answer, finding.expected
    gradients = differing_gradients(*answers)
    answers = gradients or answers
    if max(len(show_answer(answer)) for answer in answers) > MAX_EVIDENCE_CHARACTERS:
        answers = first_difference(*answers, None if gradients else finding.beside)
    values = [answer.get("value") for answer in answers]
    most = MAX_EVIDENCE_CHARACTERS if same(*values) else MAX_SHOWN_CHARACTERS
    has_dtypes = _differ_in_dtype(*values)
    for digits in DIGITS:
        received, expected = (show_answer(answer, digits, most, has_dtypes) for answer in answers)
        if received != expected:
            break
    else:  # a list and an array are shown alike
        received, expected = (f"{_type_prefix(each)}{show_answer(each)}" for each in answers)
    before = [_statement(step, entry) for step in finding.before]
    call = show_operation(finding.step.operation, entry) + (".grad" if gradients else "")
    yield "call", noted("; ".join([*before, call]))
    yield "received", received
    yield "expected", expected
    yield from (("printed", line) for line in beginning(finding.step.printed))


def _differ_in_dtype(a: Any, b: Any) -> bool:
    """Return whether a number has another dtype in the one value than in the other."""
    x, y = (list(leaves(plain(each))) for each in (a, b))
    return len(x) == len(y) and any(
        is_number(i) and is_number(j) and aspect_of(i, Aspect.DTYPE) != aspect_of(j, Aspect.DTYPE)
        for i, j in zip(x, y, strict=True)
    )


def differing_gradients(a: dict[str, Any], b: dict[str, Any]) -> tuple[Any, Any] | None:
    """Return the gradients of two tensors if only these differ; None otherwise."""
    x, y = (plain(each.get("value")) for each in (a, b))
    if not all(getattr(each, "is_leaf", False) for each in (x, y)) or _shape(x) != _shape(y):
        return None
    if not same(x.detach(), y.detach()) or same(x.grad, y.grad):
        return None
    return {"value": x.grad}, {"value": y.grad}


def _type_prefix(answer: dict[str, Any]) -> str:
    """Return the name of an answer's type, with a space; empty for an exception."""
    return f"{type(answer['value']).__name__} " if "value" in answer else ""


def first_difference(
    a: dict[str, Any], b: dict[str, Any], beside: dict[str, Any] | None = None
) -> tuple[Any, Any]:
    """Return two answers cut to the first place at which their values differ.

    If there is one, it is a place where the first differs from a third answer as well: what other
    mistakes than the one that is to be shown give without it. A number that is NaN or infinite, and
    should not be, is shown before others.
    """
    if "value" not in a or "value" not in b:
        return a, b
    found = list(_differences("", a["value"], b["value"], (beside or {}).get("value")))
    telling = [each for each in found if beside is None or not same(each[1], each[3])] or found
    place, x, y, _ = next((each for each in telling if _is_spoilt(*each[1:3])), telling[0])
    return {**a, "value": x, "at": place}, {**b, "value": y, "at": place}


def _differences(place: str, a: Any, b: Any, c: Any) -> Iterator[tuple[str, Any, Any, Any]]:
    """Yield the places at which two values differ, and what each has there, and a third has.

    The whole values, if none is found.
    """
    items: list[Any] = []
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        items = [key for key in a if not same(a[key], b[key])]
    elif isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)) and len(a) == len(b):
        items = [i for i in range(len(a)) if not same(a[i], b[i])]
    elif is_number(a) and is_number(b) and _shape(a) == _shape(b) != ():
        x, y = as_array(a), as_array(b)
        z = as_array(c) if is_number(c) and _shape(c) == _shape(a) else np.full_like(y, np.nan)
        found = list(zip(*(~ROUNDING.agreeing(x, y)).nonzero(), strict=True))
        for at in found:
            yield f"{place}{[*map(int, at)]}", x[*at, ...], y[*at, ...], z[*at, ...]
        if found:
            return
    for item in items:
        yield from _differences(f"{place}[{item!r}]", a[item], b[item], _item(c, item))
    if not items:
        yield place, a, b, c


def _item(values: Any, item: Any) -> Any:
    """Return what a list, a tuple or a dictionary has at a place; None, if it has no such place."""
    try:
        return values[item]
    except (TypeError, KeyError, IndexError):
        return None


def _is_spoilt(a: Any, b: Any) -> bool:
    """Return whether the first is NaN or infinite, and the second a number as others."""
    if not (is_number(a) and is_number(b) and _shape(a) == _shape(b) == ()):
        return False
    return bool(np.isfinite(as_array(b)) and not np.isfinite(as_array(a)))


def _shape(number: Any) -> Any:
    return aspect_of(number, Aspect.SHAPE)


def _statement(step: Step, entry: str) -> str:
    """Return a step before the one that is shown as a line of Python, which names what it gives."""
    if step.operation["do"] == "gradients":
        return show_backward(step.operation)
    call = show_operation(step.operation, entry)
    if isinstance(step.answer.get("value"), Handle):
        return f"it = {call}"
    return f"y = {call}" if "output" in step.answer else call
