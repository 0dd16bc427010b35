"""Find exercises, run their tests on an attempt, and say what it gets wrong.

>>> from normbook.grader import find
>>> find("layer_norm").entry
'layer_norm'
"""

from __future__ import annotations

from typing import Any

from .verdict.errors import UserError
from .verdict.find import Exercise, find, find_all
from .verdict.hints import NO_HINTS, Taken, choose
from .verdict.report import Report

__all__ = ["Exercise", "Prompt", "Report", "check", "find", "find_all", "hint", "prompt"]


class Prompt:
    """The statement of an exercise; a notebook shows it as Markdown."""

    def __init__(self, text: str) -> None:
        self.text = text

    def _repr_markdown_(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


def prompt(slug: str) -> Prompt:
    """Return the statement of an exercise.

    Parameters
    ----------
    slug
        The name of the exercise.

    Returns
    -------
    Prompt
        Its text, which a notebook shows as Markdown.

    Raises
    ------
    LookupError
        If there is no exercise of that name.
    ValueError
        If an exercise is not as it should be.
    """
    return Prompt(find(slug).prompt)


def check(slug: str, attempt: Any) -> Report:
    """Grade an attempt at an exercise, in a notebook.

    Parameters
    ----------
    slug
        The name of the exercise.
    attempt
        What it asks for: a function, say.

    Returns
    -------
    Report
        Which a notebook shows. A wrong name, a wrong object or a malformed exercise gives a report
        that says so: this function does not raise.
    """
    from .verdict.grade import grade

    try:
        exercise = find(slug)
    except (UserError, OSError) as error:
        return Report(slug=str(slug), title=str(slug), message=str(error))
    report = grade(exercise, attempt)
    _wrong[exercise.slug] = report.wrong
    return report


_wrong: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
"""By exercise, what its last check in this session showed; see `Report.wrong`."""
_taken: dict[str, Taken] = {}
"""By exercise, the hints that were shown in this session; see `Taken`."""


def hint(slug: str) -> Prompt:
    """Return the next hint: first those that help with what the last check showed.

    Raises
    ------
    LookupError
        If there is no exercise of that name.
    ValueError
        If an exercise is not as it should be.
    """
    hints, taken = find(slug).hints, _taken.get(slug, 0)
    if not hints:
        return Prompt(NO_HINTS.format(slug))
    number = choose(hints, taken, _wrong.get(slug, ()))
    _taken[slug] = taken | 1 << number
    return Prompt(f"**Hint {number + 1} of {len(hints)}**\n\n{hints[number].text}")
