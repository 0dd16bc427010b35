"""The gradebook of a class: what each student earned, how that came about, and the files of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from ...files import write_whole
from ..verdict.find import Exercise
from ..verdict.load import EXCEPTION
from ..verdict.terms import ForbiddenError
from .assignment import IN_TIME, Assignment, Lateness, due_line
from .layouts import Student
from .results import NotGraded, Verdict
from .roster import Person
from .submissions import HandedIn, Submission, Work

NOTHING = "nothing handed in"
NOT_UNDERSTOOD = "not understood"
NOT_GRADED = "not graded"
"""The status of an answer on which the grader itself failed."""
NOT_BEGUN = "not begun"
"""The status of an answer that is the stub as it was given out."""
UNCLEAR = "unclear whose"
"""The status of a missing answer that may be in work of which nobody knows whose it is."""
NOT_DUE = "not due yet"
"""The status of a missing answer for which its student still has time."""
NOT_HERE = "not here"
"""The status of an answer that was handed in, as Moodle says, and is not among what is graded."""
UNKNOWN = "?"
"""Stands for the days by which an answer is late, if nothing tells for certain."""
FEEDBACK = "feedback"
"""The folder of students' pages."""
NO_NAME = re.compile(r"[^\w .\-]|^\.|^(?=(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))", re.IGNORECASE)
"""What some system does not accept in the name of a page, and where Windows has a device of it."""
MAX_NAME_BYTES = 200
"""Of the name of a page, in UTF-8, at most; systems accept 255 with all that is added."""
JSON = "gradebook.json"
"""The file that has all of a gradebook, and says of what work it is."""
OPEN = (NOT_UNDERSTOOD, NOT_GRADED, UNCLEAR, NOT_DUE, NOT_HERE)
"""Statuses with which nobody knows yet what work is worth: no points, and no grade in all."""


@dataclass(frozen=True)
class Mark:
    """What a student earned at an exercise, and how that came about."""

    status: str
    """How the attempt ended, `NOTHING`, `NOT_BEGUN`, or one of `OPEN`."""
    points: Fraction = Fraction(0)
    """Points as the assignment weighs them, less what lateness costs."""
    reason: str = ""
    """Why there is no verdict, or where the attempt stops if it does."""
    place: str = ""
    """The file that was graded."""
    handed_in: HandedIn | None = None
    lateness: Lateness = IN_TIME
    verdict: Verdict | None = None

    @property
    def is_answer(self) -> bool:
        """Whether there is an answer that was graded, right or wrong."""
        return self.status not in (NOTHING, NOT_BEGUN, *OPEN)

    @property
    def is_open(self) -> bool:
        """Whether nobody knows what the work is worth."""
        return self.status in OPEN

    @property
    def ran(self) -> bool:
        """Whether the attempt returned something to be checked, right or wrong."""
        checks = self.verdict["checks"] if self.verdict else ()
        return any(check["status"] in ("pass", "fail") for check in checks)

    @property
    def tries(self) -> int:
        """How often the attempt was run: twice if it first timed out or crashed."""
        return int((self.verdict or {}).get("tries", 1))

    @property
    def outcome(self) -> str:
        """The status, and whether it took two tries."""
        return self.status if self.tries == 1 else f"{self.status}, tried twice"

    @property
    def is_marked_late(self) -> bool:
        """Whether Canvas marked it as late, which counts as one day: it does not say how many."""
        return bool(self.handed_in and self.handed_in.marked_late)

    @property
    def late(self) -> str:
        """How many days late it came; "?" if nothing tells, no text if it came in time."""
        if self.lateness.days is None:
            return UNKNOWN
        return str(self.lateness.days or "")


@dataclass(frozen=True)
class Gradebook:
    """What each student earned at each exercise."""

    assignment: Assignment
    works: Sequence[Work]
    """What was handed in, by student."""
    verdicts: Mapping[tuple[str, str], Verdict | NotGraded]
    """What workers returned, by the student's key and the exercise's name."""
    people: Mapping[str, Person]
    """What Canvas and Moodle know the students by, by the student's key."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """The headings of the roster's columns, each with what Canvas states as points possible."""
    folder: str = ""
    """Where the work was handed in: the folder of submissions, as an absolute path."""
    moodle_folders: Mapping[str, str] = field(default_factory=dict)
    """Moodle's folders of work that was handed in there, by the student's key."""
    notices: Sequence[str] = ()
    """Lines on who is not clear in the class; see `Class`."""
    at: datetime | None = None
    """When the class was graded: what is missing is a 0 once it is due; if None, all is due."""

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises, in order."""
        return self.assignment.exercises

    @property
    def students(self) -> list[Student]:
        """The students, in order."""
        return [work.student for work in self.works]

    @property
    def possible(self) -> Fraction:
        """The points that all exercises together are worth."""
        return sum(self.assignment.possible.values(), Fraction(0))

    @property
    def fence(self) -> list[str]:
        """Warnings that attempts were isolated less well than they should be; see `weakness`."""
        verdicts = (each for each in self.verdicts.values() if not isinstance(each, NotGraded))
        return sorted({str(each["fence"]) for each in verdicts if "fence" in each})

    def mark(self, student: Student, exercise: Exercise) -> Mark:
        """Return what a student earned at an exercise."""
        return self.marks[student.key, exercise.slug]

    def total(self, student: Student) -> Fraction:
        """Return what a student earned in all."""
        return sum((self.mark(student, each).points for each in self.exercises), Fraction(0))

    def is_complete(self, student: Student) -> bool:
        """Whether all that a student handed in is graded, so that the total is the mark."""
        return not any(self.mark(student, exercise).is_open for exercise in self.exercises)

    @cached_property
    def marks(self) -> dict[tuple[str, str], Mark]:
        """All marks, by the student's key and the exercise's name."""
        return {
            (work.student.key, exercise.slug): self._mark(work, exercise)
            for work in self.works
            for exercise in self.exercises
        }

    @cached_property
    def feedback_files(self) -> dict[str, str]:
        """Where each student's page is, by the student's key: names that every system accepts.

        No two are the same, whether or not a system tells capitals from small letters.
        """
        taken: set[str] = set()
        files = {}
        for student in self.students:
            whole = NO_NAME.sub("_", student.key).strip()
            name = whole.encode()[:MAX_NAME_BYTES].decode(errors="ignore")
            while name.casefold() in taken:
                name += "_"
            taken.add(name.casefold())
            files[student.key] = f"{FEEDBACK}/{name}.html"
        return files

    def _mark(self, work: Work, exercise: Exercise) -> Mark:
        if work.lost_folder:
            return Mark(UNCLEAR, reason=f"the roster's folder {work.lost_folder} is not there")
        given = next((each for each in work.submissions if each.exercise is exercise), None)
        if given is not None and not given.is_stub:
            return self._graded(work, given)
        if refused := work.refused(exercise):
            return Mark(NOT_UNDERSTOOD, reason=str(refused))
        if places := work.may_lie_in(exercise):
            return Mark(UNCLEAR, reason=f"it may lie in {' or '.join(places)}")
        if work.is_missing:
            return Mark(NOT_HERE, reason="Moodle says that it was handed in, and nothing is here")
        if self.at and (due := self.assignment.still_due(work.student.key, self.at)):
            return Mark(NOT_DUE, reason=due_line(due))
        if given is not None:
            return self._graded(work, given)
        return Mark(NOTHING)

    def _graded(self, work: Work, submission: Submission) -> Mark:
        exercise = submission.exercise
        verdict = self.verdicts[submission.student.key, exercise.slug]
        if isinstance(verdict, NotGraded):
            return Mark(NOT_GRADED, reason=verdict.reason, place=submission.place)
        lateness = self.assignment.lateness(submission.handed_in, work.student.key)
        points = self.assignment.earned(exercise, int(verdict["points"]), lateness)
        return Mark(
            NOT_BEGUN if submission.is_stub else str(verdict["status"]),
            points,
            "" if submission.is_stub else where_it_stops(verdict),
            place=submission.place,
            handed_in=submission.handed_in,
            lateness=lateness,
            verdict=verdict,
        )


def where_it_stops(verdict: Verdict) -> str:
    """Return a line on why an attempt ended with anything but right or wrong answers, if it did."""
    if verdict["status"] in ("pass", "fail"):
        return ""
    stopped = [each for each in verdict["checks"] if each["status"] == verdict["status"]]
    texts = (verdict["overall"], *(each["message"] for each in stopped))
    line = next(filter(None, texts), "").partition("\n")[0]
    return line.removeprefix(EXCEPTION).replace(f"{ForbiddenError.__name__}: ", "", 1)


def as_json(book: Gradebook, files: Iterable[str] = ()) -> str:
    """Return the whole gradebook as JSON: marks, and verdicts with their checks and messages.

    ``files`` are those that are written beside it; the next run removes which it does not write.
    """
    assignment = book.assignment
    whole = {
        "title": assignment.title,
        "folder": book.folder,
        "files": sorted(files),
        "due": assignment.due and assignment.due.isoformat(),
        "points_possible": float(book.possible),
        "fence": book.fence,
        "exercises": [
            {
                "slug": exercise.slug,
                "title": exercise.title,
                "worth": exercise.points,
                "points_possible": float(assignment.possible[exercise]),
            }
            for exercise in book.exercises
        ],
        "students": [_student_as_dict(book, work) for work in book.works],
    }
    return json.dumps(whole, indent=1) + "\n"


def _student_as_dict(book: Gradebook, work: Work) -> dict[str, Any]:
    student = work.student
    marks = {each.slug: book.mark(student, each) for each in book.exercises}
    return {
        "student": student.key,
        "name": student.name,
        "number": book.people[student.key].number,
        "total": float(book.total(student)),
        "complete": book.is_complete(student),
        "notes": list(work.notes),
        "not_understood": {each.place: each.reason for each in work.not_understood},
        "attempts": {slug: _mark_as_dict(mark) for slug, mark in marks.items()},
    }


def _mark_as_dict(mark: Mark) -> dict[str, Any]:
    handed_in = mark.handed_in
    return {
        "status": mark.status,
        "tries": mark.tries,
        "points": float(mark.points),
        "reason": mark.reason,
        "file": mark.place,
        "handed_in": handed_in and handed_in.time and handed_in.time.isoformat(),
        "time_from": handed_in and handed_in.told_by,
        "days_late": mark.lateness.days,
        "percent_deducted": float(mark.lateness.percent),
        "verdict": mark.verdict,
    }


def encoded(text: str) -> bytes:
    """Return a text as UTF-8; what is not, as in the name of a folder, is written as escapes."""
    return text.encode("utf-8", "backslashreplace")


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files into a folder, each whole or not at all."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, encoded(content) if isinstance(content, str) else content)
