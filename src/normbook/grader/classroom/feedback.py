"""Writes a page for each student: marks, failed checks, and the likely misconceptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import PurePosixPath
from typing import Any

from ..verdict.find import Exercise
from ..verdict.report import TRIED_TWICE
from .assignment import number
from .gradebook import NOT_DUE, NOT_HERE, NOT_UNDERSTOOD, NOTHING, UNCLEAR, Gradebook, Mark
from .page import ROUNDED, counted, evidence, rounds, shown, told, whole_page
from .people import some
from .results import Verdict
from .standing import without_mark
from .submissions import Work

LATE_IN_CANVAS = "late (Canvas does not tell by how much, and {} is counted)"
LINES_OF = "Lines of {} are those of what was graded of {}."

COPY = "A copy of the book was handed in, too. Its own files are no answers: {}."


def feedback_of(book: Gradebook) -> dict[str, str]:
    """Return a page for each student, by the name of its file."""
    names = book.feedback_files
    return {names[work.student.key]: student_page(book, work) for work in book.works}


def student_page(book: Gradebook, work: Work) -> str:
    """Return one page that needs no other file."""
    student = work.student
    parts = [f"<p>{shown(student.called)}: {_total(book, work)}</p>"]
    if rounds(book, student):
        parts.append(f"<p>{shown(ROUNDED)}</p>")
    parts += [_exercise(book, work, exercise) for exercise in _told(book, work)]
    parts += [f"<p>Not understood: {shown(str(each))}</p>" for each in work.not_understood]
    parts += [f"<p>{shown(note)}.</p>" for note in work.notes]
    if work.copies:
        parts.append(f"<p>{shown(COPY.format(some(work.copies)))}</p>")
    return whole_page(book.assignment.title, "\n".join(parts))


def _told(book: Gradebook, work: Work) -> list[Exercise]:
    """Return the exercises of which a page tells: what the excused lack is no matter."""
    if not without_mark(book, work.student):
        return list(book.exercises)
    missing = (NOTHING, NOT_DUE, NOT_HERE, UNCLEAR)
    return [each for each in book.exercises if book.mark(work.student, each).status not in missing]


def _total(book: Gradebook, work: Work) -> str:
    if why := without_mark(book, work.student):
        return f"<strong>{why}</strong>"
    marks = [book.mark(work.student, exercise) for exercise in book.exercises]
    earned = "–" if all(mark.is_open for mark in marks) else number(book.total(work.student))
    unsure = "" if book.is_complete(work.student) else ", without what is not graded"
    return f"<strong>{earned} of {number(book.possible)} points</strong>{unsure}"


def _exercise(book: Gradebook, work: Work, exercise: Exercise) -> str:
    mark = book.mark(work.student, exercise)
    possible = number(book.assignment.possible[exercise])
    heading = f"{exercise.title}: {'–' if mark.is_open else number(mark.points)} of {possible}"
    how = _how(mark, _against(book, work, mark)) + _which_file(mark, exercise)
    return f"<h2>{shown(heading)}</h2>\n<p>{shown(how)}</p>\n" + (
        _verdict(mark.verdict) if mark.verdict else ""
    )


def _against(book: Gradebook, work: Work, mark: Mark) -> str:
    """Return when an answer came, against which due date, and what a day costs."""
    due = book.assignment.extensions.get(work.student.key, book.assignment.due)
    late, came = book.assignment.late, mark.handed_in.time if mark.handed_in else None
    cost = f"each day begun costs {number(late.percent_a_day)} %"
    if late.percent_a_day and late.at_most_percent < 100:
        cost += f", all together {number(late.at_most_percent)} % at most"
    if came is None or due is None:
        return cost
    came = came.astimezone(due.tzinfo)
    clock = "%H:%M" if f"{came:%x %H:%M}" != f"{due:%x %H:%M}" else "%H:%M:%S"
    return f"handed in {_moment(came, clock)}, due {_moment(due, clock)}; {cost}"


def _moment(time: datetime, clock: str) -> str:
    """Return a day and a time, as students read it."""
    return f"{time.day} {time:%B} {time:{clock}}"


def _how(mark: Mark, against: str) -> str:
    """Return in a line how the points came about; ``against`` says by what it is late, if it is."""
    if mark.verdict is None:
        # Other reasons are not the student's affair, and may name another student.
        told = mark.status in (NOT_UNDERSTOOD, NOT_DUE, NOT_HERE)
        return f"{mark.status}: {mark.reason}" if told else mark.status
    verdict = f"{mark.place}: {mark.verdict['points']} of {mark.verdict['worth']} points"
    notes = (mark.verdict.get("note"), TRIED_TWICE if mark.tries > 1 else "")
    note = "".join(f" {each}" for each in notes if each)
    if not mark.lateness.days:
        return f"{verdict}.{note}"
    told_by = mark.handed_in.told_by if mark.handed_in else ""
    by = "by the file's time" if told_by == "the file" else told_by
    days = counted(mark.lateness.days, "day")
    late = LATE_IN_CANVAS.format(days) if mark.is_marked_late else f"{days} late ({by})"
    return f"{verdict}; {late}, which costs {number(mark.lateness.percent)} %: {against}.{note}"


def _which_file(mark: Mark, exercise: Exercise) -> str:
    """Return a sentence on whose lines a verdict counts, if the file handed in has another name."""
    graded = f"{exercise.slug}.py"
    if PurePosixPath(mark.place).name == graded or f"{graded}, line" not in str(mark.verdict):
        return ""
    return f" {LINES_OF.format(graded, mark.place)}"


def _verdict(verdict: Verdict) -> str:
    """Return what went wrong: first known mistakes, each with the checks that it explains."""
    if verdict["overall"]:
        return f"<pre>{shown(verdict['overall'])}</pre>"
    failing = {each["name"]: each for each in verdict["checks"] if each["status"] != "pass"}
    parts = []
    for finding in verdict["findings"]:
        explained = [failing.pop(name) for name in finding["checks"] if name in failing]
        heading, text = shown(finding["heading"]), told(finding["explanation"])
        parts.append(f"<p><b>{heading}.</b> {text}</p>{evidence(finding['evidence'])}")
        if explained:
            summary = shown(finding["failing"])
            parts.append(f"<details><summary>{summary}</summary>{_checks(explained)}</details>")
    return "\n".join([*parts, _checks(failing.values())])


def _checks(checks: Iterable[Mapping[str, Any]]) -> str:
    """Return a list of checks that fail."""
    items = "\n".join(
        f"<li>{shown(check['sentence'])}: {shown(check['status'])}, "
        f"{check['points']} of {check['worth']}<pre>{shown(check['message'])}</pre></li>"
        for check in checks
    )
    return f"<ul>\n{items}\n</ul>" if items else ""
