"""Writes marks as CSV, to read in a spreadsheet, and tables as Canvas and Moodle import them.

All cells are quoted, so that a separator within one does not split it. In what a spreadsheet opens
no cell is taken for a formula.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from ..verdict.text import as_cell
from .assignment import number
from .gradebook import NOT_GRADED, UNKNOWN, Gradebook, Mark
from .standing import total, without_mark
from .submissions import Work


def gradebook_csv(book: Gradebook) -> str:
    """Return a row for each student: points, status and days late of each exercise, and the total.

    The first row below the header has the points possible, and a note on what is not known. Points
    that are open, and the total of such a student, or of one who gets no mark, are left empty.
    Behind the name stand the identifiers that the roster has.
    """
    known_by = [name for name in IDENTIFIERS if any(getattr(p, name) for p in book.people.values())]
    header = ["student", "name", *(IDENTIFIERS[name] for name in known_by)]
    possible = ["points possible", "", *([""] * len(known_by))]
    for exercise in book.exercises:
        slug = exercise.slug
        header += [slug, f"{slug}: status", f"{slug}: days late"]
        possible += [number(book.assignment.possible[exercise]), "", ""]
    unsure = any(mark.late == UNKNOWN for mark in book.marks.values())
    marked = any(mark.is_marked_late and mark.lateness.days for mark in book.marks.values())
    explained = [UNKNOWN_EXPLAINED] * unsure + [MARKED_LATE_EXPLAINED] * marked
    rows = [[*header, "total", "notes"], [*possible, number(book.possible), "; ".join(explained)]]
    for work in book.works:
        person = book.people[work.student.key]
        row = [work.student.key, work.student.name, *(getattr(person, name) for name in known_by)]
        for exercise in book.exercises:
            mark = book.mark(work.student, exercise)
            row += [_points(mark), mark.outcome, mark.late]
        why = without_mark(book, work.student)
        told = [why, *failures(book, work), *map(str, work.not_understood), *work.notes]
        row += ["" if why else total(book, work.student), "; ".join(filter(None, told))]
        rows.append(row)
    return _for_spreadsheets(rows)


IDENTIFIERS = {
    "canvas_id": "ID",
    "sis_user_id": "SIS User ID",
    "sis_login_id": "SIS Login ID",
    "section": "Section",
    "participant": "Identifier",
    "email": "Email address",
    "id_number": "ID number",
}
"""The fields of a `Person` by which tables are joined, as Canvas and Moodle head them."""
BYTE_ORDER_MARK = "\ufeff"
"""Stands first in a file, and tells spreadsheets that it is in UTF-8."""

UNKNOWN_EXPLAINED = (
    f"{UNKNOWN} below days late: nothing tells for certain when it came, so that it counts as in "
    "time; “time from” in details.csv says what there is"
)
MARKED_LATE_EXPLAINED = (
    "1 below days late: of what Canvas marked as late, it does not tell by how much, and one day "
    "is counted"
)

DETAILS = (
    *("student", "name", "exercise", "status", "points", "points possible", "points before"),
    *("handed in", "time from", "days late", "percent deducted", "file", "reason"),
)


def details_csv(book: Gradebook) -> str:
    """Return a row for each exercise of each student, with all that determined its points."""
    rows = [list(DETAILS)]
    for student in book.students:
        for exercise in book.exercises:
            mark = book.mark(student, exercise)
            possible = number(book.assignment.possible[exercise])
            row = [student.key, student.name, exercise.slug, mark.outcome, _points(mark), possible]
            rows.append([*row, _before(mark), *_times(book, mark), mark.place, mark.reason])
    return _for_spreadsheets(rows)


def failures(book: Gradebook, work: Work) -> Iterator[str]:
    """Yield a line on each answer of a student on which the grader failed, with the reason."""
    for exercise in book.exercises:
        mark = book.mark(work.student, exercise)
        if mark.status == NOT_GRADED:
            yield f"{exercise.slug} is {NOT_GRADED}: {mark.reason}"


def _points(mark: Mark) -> str:
    return "" if mark.is_open else number(mark.points)


def _before(mark: Mark) -> str:
    """Return the points that the grader gave, before weights and lateness."""
    return "" if mark.verdict is None else f"{mark.verdict['points']} of {mark.verdict['worth']}"


def _times(book: Gradebook, mark: Mark) -> list[str]:
    """Return the cells on time: when handed in, what tells that, days late, percent deducted.

    All times are of the zone of the due date, or of this machine's: they are compared by eye.
    """
    if mark.handed_in is None:
        return ["", "", "", ""]
    time, due = mark.handed_in.time, book.assignment.due
    zone = due.tzinfo if due else None
    shown = "" if time is None else time.astimezone(zone).isoformat(timespec="seconds")
    return [shown, mark.handed_in.told_by, mark.late, number(mark.lateness.percent)]


def _for_spreadsheets(rows: Iterable[Sequence[str]]) -> str:
    return BYTE_ORDER_MARK + as_csv([as_cell(text) for text in row] for row in rows)


def as_csv(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of texts as CSV, each text in quotes."""
    file = io.StringIO()
    csv.writer(file, quoting=csv.QUOTE_ALL).writerows(rows)
    return file.getvalue()
