"""Writes marks in the columns that Canvas and Moodle import.

Canvas: ``Student``, ``ID``, ``SIS User ID``, ``SIS Login ID``, ``Section``, then a column for the
assignment. Its heading is the title, or title and number as in ``Norms (123)``; Canvas makes a new
assignment for an unknown title, and an old one keeps its points possible. The row below begins
with ``Points Possible``. Canvas finds a student by ``ID``, else by the SIS columns. An empty cell
takes a mark away: where ours is open, the one that Canvas exported stays (`standing`). See
https://github.com/instructure/canvas-lms/blob/master/lib/gradebook_importer.rb.

Moodle: the grading worksheet of an assignment needs the columns ``Identifier``, ``Grade`` and
``Last modified (grade)``; a student is found by the number behind ``Participant``. See
https://github.com/moodle/moodle/blob/main/mod/assign/feedback/offline/importgradeslib.php. The
import of the gradebook asks which column finds students, ``Email address`` or ``ID number``, and
which has the grade; see https://docs.moodle.org/311/en/Grade_import. An empty grade changes
nothing in the assignment (``feedback/offline/locallib.php`` beside that file), and neither does
one of a student whose mark was modified later than the worksheet says, so that its date is kept.

A student gets no grade if some work was not understood or not graded, if it is not clear whose
some work is, or if what is missing is not due yet.

Headings and identifiers stand as the systems have them, who find nothing by others: what a
spreadsheet takes for a formula is spoilt in names alone, which neither reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from ..verdict.text import as_cell
from .assignment import NAME, number
from .gradebook import Gradebook
from .handback import MOODLE_ZIP, moodle_folder
from .headings import plain
from .layouts import Student
from .people import MOST_NAMED
from .roster import POSSIBLE, Person
from .spreadsheet import as_csv
from .standing import (
    CANVAS_ASSIGNMENT,
    GRADE,
    MODIFIED,
    canvas_assignment,
    canvas_column,
    mark_for_canvas,
    modified_in_moodle,
    total,
)

CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
MOODLE = (
    *("Identifier", "Full name", "Email address", "ID number"),
    *(GRADE, "Maximum grade", MODIFIED),
)
PURPOSES = {
    "gradebook.csv": "marks, for a spreadsheet",
    "details.csv": "what each mark came from, a row for each answer",
    "canvas.csv": "grades, to import into Canvas's gradebook",
    "moodle.csv": "grades, to import into Moodle as a grading worksheet, or into its gradebook",
    MOODLE_ZIP: "each student's page, for Moodle's “Upload multiple feedback files in a zip”",
}
"""What files are for, by their names; those that have a system's name are for that."""
SYSTEMS = ("canvas.csv", "moodle.csv", MOODLE_ZIP)
"""The files that Canvas and Moodle take."""


def exports_of(book: Gradebook) -> dict[str, str]:
    """Return the files to import, by name, if the system can find a student in them."""
    files = {"canvas.csv": canvas_csv, "moodle.csv": moodle_csv}
    some = {name: len(left_out(book, name)) < len(book.students) for name in files}
    return {name: write(book) for name, write in files.items() if some[name]}


def left_out(book: Gradebook, name: str) -> list[Student]:
    """Return the students whom the system cannot find that imports the file ``name``.

    Pages are handed back to those alone who handed something in.
    """
    if name == MOODLE_ZIP:
        with_work = (work for work in book.works if work.submissions or work.not_understood)
        return [work.student for work in with_work if not moodle_folder(book, work)]
    people = ((student, book.people[student.key]) for student in book.students)
    if name == "canvas.csv":
        return [student for student, person in people if not person.in_canvas]
    return [student for student, person in people if not person.in_moodle]


def other_maxima(book: Gradebook, name: str) -> list[Fraction]:
    """Return the best grades in a system that differ from the assignment's points.

    ``name`` is that of the file that the system imports.
    """
    stated = {
        "canvas.csv": {book.columns.get(canvas_assignment(book), "")},
        "moodle.csv": {person.maximum for person in book.people.values()},
    }
    texts = {text.replace(",", ".") for text in stated[name]}
    maxima = {Fraction(each) for each in texts if re.fullmatch(r"\d+(\.\d+)?", each)}
    return sorted(maxima - {book.possible})


def where_in_canvas(book: Gradebook) -> str:
    """Return a line on the assignment that importing changes or makes; "" if nothing tells.

    Canvas's roster tells, whose columns are the assignments that there are.
    """
    if not {"id", "section"} <= set(map(plain, book.columns)):
        return ""
    if column := canvas_assignment(book):
        return f"Importing canvas.csv changes the grades of “{column}” in Canvas."
    makes = (
        f"The roster has no column “{book.assignment.title}”: importing canvas.csv makes a new "
        "assignment of that name in Canvas."
    )
    there = [each["title"] for each in map(CANVAS_ASSIGNMENT.fullmatch, book.columns) if each]
    if not there:
        return makes
    more = len(there) - MOST_NAMED
    named = ", ".join(f"“{title}”" for title in there[:MOST_NAMED])
    also = f", and {more} more" if more > 0 else ""
    return f"{makes} If it is there already, write its name into {NAME}, as title: {named}{also}."


def canvas_csv(book: Gradebook) -> str:
    """Return what Canvas imports."""
    blank = [""] * (len(CANVAS) - 1)
    rows = [
        [*CANVAS, canvas_column(book)],
        [f"    {POSSIBLE}", *blank, number(book.possible)],
    ]
    for student, person in _known(book):
        if person.in_canvas:
            ids = [person.canvas_id, person.sis_user_id, person.sis_login_id, person.section]
            rows.append([as_cell(student.name), *ids, mark_for_canvas(book, student)])
    return as_csv(rows)


def moodle_csv(book: Gradebook) -> str:
    """Return what Moodle imports, into an assignment or into its gradebook."""
    rows = [list(MOODLE)]
    for student, person in _known(book):
        if person.in_moodle:
            participant = f"Participant {person.participant}" if person.participant else ""
            ids = [participant, as_cell(student.name), person.email, person.id_number]
            grade, modified = total(book, student), modified_in_moodle(person)
            rows.append([*ids, grade, number(book.possible), modified])
    return as_csv(rows)


def _known(book: Gradebook) -> Iterator[tuple[Student, Person]]:
    for student in book.students:
        yield student, book.people[student.key]
