"""Tells whether a verdict that was read from a file is one that grading can give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..verdict.find import Exercise
from ..verdict.report import GRAVEST_FIRST
from ..verdict.text import clean


def is_sound(verdict: Any, exercise: Exercise) -> bool:
    """Return whether a verdict fits an exercise: its checks, what they are worth, and their sum.

    A file of verdicts may come from elsewhere, or have been edited. An attempt whose verdict does
    not fit is graded again.
    """
    match verdict:
        case {
            "slug": exercise.slug,
            "title": str(),
            "points": int(points),
            "worth": exercise.points,
            "status": str(status),
            "tries": 1 | 2,
            "message": str(),
            "overall": str(),
            "checks": list(checks),
            "findings": list(findings),
        }:
            return (
                all(map(_is_check, checks))
                and [(check["name"], check["worth"]) for check in checks]
                == [*exercise.checks.items()] * bool(checks)
                and points == sum(check["points"] for check in checks)
                and status == _gravest(checks, status)
                and all(map(_is_finding, findings))
                and all(clean(text) == text for text in _texts(verdict))
            )
    return False


def _is_check(check: Any) -> bool:
    """Return whether a check is complete, and has all its points if it passed, else none."""
    match check:
        case {
            "name": str(),
            "sentence": str(),
            "status": str(status),
            "points": int(points),
            "worth": int(worth),
            "message": str(),
        }:
            return status in GRAVEST_FIRST and points == (worth if status == "pass" else 0)
    return False


def _gravest(checks: list[Any], otherwise: str) -> str | None:
    """Return the status that an attempt with these checks has.

    Without checks that is any but a pass; ``otherwise`` is returned if it is such a one, else None.
    """
    found = {check["status"] for check in checks}
    if not found:
        return otherwise if otherwise in GRAVEST_FIRST and otherwise != "pass" else None
    return next(status for status in GRAVEST_FIRST if status in found)


def _is_finding(finding: Any) -> bool:
    match finding:
        case {
            "bug": str() | None,
            "heading": str(),
            "explanation": str(),
            "evidence": list(evidence),
            "checks": list(checks),
            "first": str(),
            "failing": str(),
        }:
            return all(map(_is_name, checks)) and all(map(_is_labelled, evidence))
    return False


def _is_name(value: Any) -> bool:
    return isinstance(value, str)


def _is_labelled(line: Any) -> bool:
    """Return whether a line of evidence is a label and a text."""
    return isinstance(line, list) and len(line) == 2 and all(map(_is_name, line))


def _texts(value: Any) -> Iterator[str]:
    """Yield all texts in a value of JSON's types."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
