"""Writes marks in the columns that Canvas and Moodle import.

Canvas: ``Student``, ``ID``, ``SIS User ID``, ``SIS Login ID``, ``Section``, then a column for an
assignment: of its title, or of its title and number, ``Norms (123)``; a title that is not there
makes a new one. The row below begins with ``Points Possible``. A student is found by ``ID``, else
by those of the SIS. An empty cell changes nothing. See
https://github.com/instructure/canvas-lms/blob/master/lib/gradebook_importer.rb.

Moodle: the grading worksheet of an assignment is known by ``Identifier``, ``Grade`` and ``Last
modified (grade)``, a participant by the number behind ``Participant``; see
https://github.com/moodle/moodle/blob/main/mod/assign/feedback/offline/importgradeslib.php. The
import of the gradebook asks which column says who, ``Email address`` or ``ID number``, and which
is the grade; see https://docs.moodle.org/311/en/Grade_import.

No grade is written of a student of whom something was not understood or not graded, nor of one
who may be somebody whom the roster does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from .gradebook import Gradebook
from .layouts import Student
from .roster import Person
from .spreadsheet import as_csv, number, total

CANVAS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
MOODLE = (
    *("Identifier", "Full name", "Email address", "ID number"),
    *("Grade", "Maximum grade", "Last modified (grade)"),
)


def exports_of(book: Gradebook) -> dict[str, str]:
    """Return the files to import, by name; each if the system can find one student or more."""
    files = {"canvas.csv": canvas_csv, "moodle.csv": moodle_csv}
    some = {name: len(left_out(book, name)) < len(book.students) for name in files}
    return {name: write(book) for name, write in files.items() if some[name]}


def left_out(book: Gradebook, name: str) -> list[Student]:
    """Return the students whom the system that imports a file cannot find."""
    people = ((student, book.people[student.key]) for student in book.students)
    if name == "canvas.csv":
        return [student for student, person in people if not person.in_canvas]
    return [student for student, person in people if not person.in_moodle]


def other_maxima(book: Gradebook) -> list[Fraction]:
    """Return the maxima of Moodle's worksheet that are not what the assignment is worth."""
    stated = {person.maximum.replace(",", ".") for person in book.people.values()}
    maxima = {Fraction(each) for each in stated if re.fullmatch(r"\d+(\.\d+)?", each)}
    return sorted(maxima - {book.possible})


def canvas_csv(book: Gradebook) -> str:
    """Return what Canvas imports."""
    blank = [""] * (len(CANVAS) - 1)
    rows = [
        [*CANVAS, canvas_column(book)],
        ["    Points Possible", *blank, number(book.possible)],
    ]
    for student, person in _known(book):
        if person.in_canvas:
            ids = [person.canvas_id, person.sis_user_id, person.sis_login_id, person.section]
            rows.append([person.name or student.name, *ids, total(book, student)])
    return as_csv(rows)


def canvas_column(book: Gradebook) -> str:
    """Return the assignment as Canvas's own export has it, with its number, or else its title."""
    title = book.assignment.title
    named = re.compile(rf"{re.escape(title)} \(\d+\)", re.IGNORECASE)
    return next(filter(named.fullmatch, book.columns), title)


def moodle_csv(book: Gradebook) -> str:
    """Return what Moodle imports, into an assignment or into its gradebook."""
    rows = [list(MOODLE)]
    for student, person in _known(book):
        if person.in_moodle:
            participant = f"Participant {person.participant}" if person.participant else ""
            ids = [participant, person.name or student.name, person.email, person.id_number]
            rows.append([*ids, total(book, student), number(book.possible), ""])
    return as_csv(rows)


def _known(book: Gradebook) -> Iterator[tuple[Student, Person]]:
    for student in book.students:
        yield student, book.people[student.key]
