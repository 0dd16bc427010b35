"""The marks that Canvas and Moodle have already, by their own exports, and what becomes of them.

A mark that a lecturer gave by hand stands in the export that is named as the roster. Ours takes
its place, and that is told. Where ours is open, it stays. What Canvas exports as ``EX``, excused,
or ``N/A``, not assigned to the student, is no mark, and stays whatever was handed in.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from .assignment import number
from .gradebook import Gradebook
from .headings import plain
from .layouts import Student
from .people import some
from .roster import Person

CANVAS_ASSIGNMENT = re.compile(r"(?P<title>.+) \(\d+\)", re.DOTALL)
"""How Canvas's export heads an assignment: by title and number."""
NOT_TO_GRADE: Mapping[str, str] = MappingProxyType({"ex": "excused", "n/a": "not assigned"})
"""What Canvas's export has, in small letters, of students who get no mark, and what it means."""
GRADE, MODIFIED = "Grade", "Last modified (grade)"
"""Columns of Moodle's worksheet, in English, as its import takes no other language's."""


def canvas_assignment(book: Gradebook) -> str:
    """Return the heading of the assignment in Canvas's own export; "" if it is not there."""
    title = plain(book.assignment.title)
    headings = filter(None, map(CANVAS_ASSIGNMENT.fullmatch, book.columns))
    return next((each[0] for each in headings if plain(each["title"]) == title), "")


def canvas_column(book: Gradebook) -> str:
    """Return the heading of the assignment: that of Canvas's own export, or else its title."""
    return canvas_assignment(book) or book.assignment.title


def total(book: Gradebook, student: Student) -> str:
    """Return what a student earned in all; no text, while some of it is open."""
    return number(book.total(student)) if book.is_complete(student) else ""


def mark_for_canvas(book: Gradebook, student: Student) -> str:
    """Return the mark to import into Canvas: ours, unless it is open, or Canvas wants none."""
    there = mark_in_canvas(book, student)
    return there if without_mark(book, student) else total(book, student) or there


def mark_in_canvas(book: Gradebook, student: Student) -> str:
    """Return the mark that Canvas has for a student already, as the roster states it."""
    return book.people[student.key].cell(canvas_column(book))


def without_mark(book: Gradebook, student: Student) -> str:
    """Return why a student gets no mark, whatever was handed in; "" unless Canvas says so."""
    if not book.people[student.key].in_canvas:
        return ""
    return NOT_TO_GRADE.get(mark_in_canvas(book, student).casefold(), "")


def to_mark(book: Gradebook) -> list[Student]:
    """Return the students who get a mark: all whom Canvas has not excused."""
    return [student for student in book.students if not without_mark(book, student)]


def strangers(book: Gradebook) -> list[Student]:
    """Return the students who are not in the roster, if there is one."""
    return [work.student for work in book.works if not work.in_roster]


def in_statistics(book: Gradebook) -> list[Student]:
    """Return the students who count in statistics: of the roster, all who get a mark."""
    without = strangers(book)
    return [student for student in to_mark(book) if student not in without]


def mark_in_moodle(book: Gradebook, student: Student) -> str:
    """Return the mark that Moodle has for a student already, as its worksheet states it."""
    person = book.people[student.key]
    return person.cell(GRADE) if person.participant else ""


def modified_in_moodle(person: Person) -> str:
    """Return when Moodle's mark of a student was changed, in the words of its worksheet."""
    return person.cell(MODIFIED)


@dataclass(frozen=True)
class Change:
    """A mark that an import puts in the place of another."""

    student: Student
    before: str
    now: str

    def __str__(self) -> str:
        return f"{self.student.called} {self.before} → {self.now}"


def changes_in_canvas(book: Gradebook) -> Iterator[Change]:
    """Yield the marks in Canvas that importing canvas.csv changes."""
    for student in book.students:
        if book.people[student.key].in_canvas:
            before, now = mark_in_canvas(book, student), mark_for_canvas(book, student)
            if _differ(before, now):
                yield Change(student, before, now)


def changes_in_moodle(book: Gradebook) -> Iterator[Change]:
    """Yield the marks in Moodle that importing moodle.csv changes: an empty cell changes none."""
    for student in book.students:
        before, now = mark_in_moodle(book, student), total(book, student)
        if _differ(before, now):
            yield Change(student, before, now)


def _differ(before: str, now: str) -> bool:
    """Whether there are two marks, and not the same one: ``14,00`` is 14."""
    return bool(before and now) and _shown(before) != _shown(now)


def _shown(mark: str) -> str:
    """Return a mark as we write it, if it is a number."""
    text = mark.replace(",", ".")
    return number(Fraction(text)) if re.fullmatch(r"\d+(\.\d+)?", text) else mark


CHANGES = (
    "{} changes marks that {} has: {}. Where the mark there is to stay, as one that you gave by "
    "hand, take the student's row out of {} before you import it."
)
MODIFIED_SINCE = (
    "Moodle passes over whose mark it changed later than the worksheet says: export that just "
    "before you grade, and when you import moodle.csv, tick “Allow updating records that have been "
    "modified more recently in Moodle than in the spreadsheet”."
)


def told_of_standing(book: Gradebook, files: Collection[str]) -> Iterator[str]:
    """Yield lines on what becomes of the marks that Canvas and Moodle have.

    ``files`` are the names of those that are written.
    """
    if "canvas.csv" in files:
        marks = [(student, mark_in_canvas(book, student)) for student in book.students]
        if kept := [_noted(*each) for each in marks if without_mark(book, each[0])]:
            yield f"Kept in canvas.csv as Canvas has them, and no mark of ours: {', '.join(kept)}"
        stay = [each for each in marks if each[1] and not without_mark(book, each[0])]
        if kept := [_noted(*each) for each in stay if not book.is_complete(each[0])]:
            told = ", ".join(kept)
            yield f"Kept in canvas.csv as Canvas has them, as these marks are open here: {told}"
        if changes := list(map(str, changes_in_canvas(book))):
            yield CHANGES.format("canvas.csv", "Canvas", some(changes), "canvas.csv")
    if "moodle.csv" in files:
        if changes := list(map(str, changes_in_moodle(book))):
            yield CHANGES.format("moodle.csv", "Moodle", some(changes), "moodle.csv")
        if any(mark_in_moodle(book, student) for student in book.students):
            yield MODIFIED_SINCE


def _noted(student: Student, mark: str) -> str:
    return f"{student.called} ({mark})"
