"""Writes a page for each student: their marks, what failed, and what it looks like."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from ..verdict.find import Exercise
from ..verdict.report import TRIED_TWICE
from .gradebook import Gradebook, Mark
from .page import evidence, whole_page
from .results import Verdict
from .spreadsheet import number
from .submissions import Work

FOLDER = "feedback"
MAX_NAME_CHARACTERS = 100


def feedback_of(book: Gradebook) -> dict[str, str]:
    """Return a page for each student, by the name of its file."""
    names = _names([work.student.key for work in book.works])
    return {
        f"{FOLDER}/{name}.html": student_page(book, work)
        for name, work in zip(names, book.works, strict=True)
    }


def _names(keys: list[str]) -> Iterator[str]:
    """Yield a name for a file of each student, which any system takes."""
    taken: set[str] = set()
    for key in keys:
        name = re.sub(r"[^\w .\-]|^\.", "_", key).strip()[:MAX_NAME_CHARACTERS]
        while name.casefold() in taken:
            name += "_"
        taken.add(name.casefold())
        yield name


def student_page(book: Gradebook, work: Work) -> str:
    """Return one page that needs no other file."""
    student = work.student
    parts = [f"<p>{html.escape(student.name)}: {_total(book, work)}</p>"]
    parts += [_exercise(book, work, exercise) for exercise in book.exercises]
    refused = [f"{each.place}: {each.reason}" for each in work.not_understood]
    parts += [f"<p>Not understood: {html.escape(text)}</p>" for text in refused]
    parts += [f"<p>{html.escape(note)}.</p>" for note in work.notes]
    return whole_page(book.assignment.title, "\n".join(parts))


def _total(book: Gradebook, work: Work) -> str:
    total = f"{number(book.total(work.student))} of {number(book.possible)} points"
    unsure = "" if book.is_complete(work.student) else ", without what was not understood"
    return f"<strong>{total}</strong>{unsure}"


def _exercise(book: Gradebook, work: Work, exercise: Exercise) -> str:
    mark = book.mark(work.student, exercise)
    possible = number(book.assignment.possible[exercise])
    heading = f"{exercise.title}: {number(mark.points)} of {possible}"
    return f"<h2>{html.escape(heading)}</h2>\n<p>{html.escape(_how(mark))}</p>\n" + (
        _verdict(mark.verdict) if mark.verdict else ""
    )


def _how(mark: Mark) -> str:
    """Return how the points came about, beside the checks."""
    if mark.verdict is None:
        return f"{mark.status}: {mark.reason}" if mark.reason else mark.status
    verdict = f"{mark.place}: {mark.verdict['points']} of {mark.verdict['worth']} points"
    twice = f" {TRIED_TWICE}" if mark.tries > 1 else ""
    if not mark.lateness.days:
        return f"{verdict}.{twice}"
    days = "1 day" if mark.lateness.days == 1 else f"{mark.lateness.days} days"
    told_by = mark.handed_in.told_by if mark.handed_in else ""
    return (
        f"{verdict}; {days} late ({told_by}), which costs {number(mark.lateness.percent)} %.{twice}"
    )


def _verdict(verdict: Verdict) -> str:
    """Return the findings and the checks that fail."""
    findings = "".join(
        f"<p><b>{html.escape(finding['heading'])}.</b> {html.escape(finding['explanation'])}</p>"
        f"{evidence(finding['evidence'])}"
        for finding in verdict["findings"]
    )
    if verdict.get("overall"):
        return f"<pre>{html.escape(verdict['overall'])}</pre>{findings}"
    checks = "".join(
        f"<li>{html.escape(check['sentence'])}: {html.escape(check['status'])}, "
        f"{check['points']} of {check['worth']}<pre>{html.escape(check['message'])}</pre></li>\n"
        for check in verdict["checks"]
        if check["status"] != "pass"
    )
    return findings + (f"<ul>\n{checks}</ul>" if checks else "")
