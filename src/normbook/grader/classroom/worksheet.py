"""Reads from Moodle's grading worksheet when work came, if the roster is one.

Moodle writes the time to the minute, in its user's language and time zone, and behind the status
how late that is, against its own due date (``col_timesubmitted`` and ``col_status`` in
https://github.com/moodle/moodle/blob/main/mod/assign/gradingtable.php). English times are read, and
are taken for such of the zone in which the assignment's due date is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, tzinfo

from .assignment import Assignment
from .gradebook import Gradebook
from .headings import plain
from .people import Class, some
from .roster import Person
from .submissions import HandedIn, Submission

SUBMITTED, STATUS = "Last modified (submission)", "Status"
"""Columns of the worksheet, in English."""
FORMS = (
    *("%A, %d %B %Y, %I:%M %p", "%A, %d %B %Y, %H:%M"),
    *("%A, %B %d, %Y, %I:%M %p", "%A, %B %d, %Y, %H:%M"),
)
"""How Moodle writes a time in English, and in that of the United States."""
LIKE_A_TIME = re.compile(r"\d{4}\D.*?\d{1,2}[:.]\d{2}")
"""A year, then hours and minutes."""
LATE = re.compile(r"submitted for grading\b(?:.*?(?P<late>[^-]*\blate\b))?")
"""The status of what was handed in, in small letters: how late, unless it came in time."""
NOT_READ = (
    "Moodle's worksheet has times that were not understood, as “{}” of {}: none of these counts. "
    "Export it with Moodle in English."
)
DISAGREE = (
    "Moodle's status and due do not agree on whose work is late: {}. The worksheet's time counts, "
    "as one of the zone in which due is written. Has Moodle another due date, or do you have "
    "another time zone there?"
)


def timed(known: Class, stated: Assignment) -> Class:
    """Return a class whose work in Moodle's folders came when the worksheet says.

    Without a due date nothing is late, and there is no zone. Git's time stays, as does the file's
    where the worksheet has none that is understood; that is told.
    """
    if stated.due is None or stated.due.tzinfo is None:
        return known
    works, unread = [], []
    for work in known.works:
        person = known.people[work.student.key]
        came = _came(person, stated.due.tzinfo)
        asked = [each for each in work.submissions if _may_be_timed(each)]
        if asked and (came is None or came.time is None) and (text := _like_a_time(person)):
            unread.append((text, work.student.called))
        given = (
            replace(each, handed_in=came) if came and each in asked else each
            for each in work.submissions
        )
        works.append(replace(work, submissions=tuple(given)))
    told = [NOT_READ.format(*each) for each in unread[:1]]
    return replace(known, works=tuple(works), notices=(*known.notices, *told))


def disagreements(book: Gradebook) -> Iterator[str]:
    """Yield a line on whose work is late by Moodle's status, and not by its time, or reversed."""
    told = []
    for student in book.students:
        status = _late(book.people[student.key])
        due = book.assignment.extensions.get(student.key, book.assignment.due)
        times = [
            mark.handed_in.time
            for exercise in book.exercises
            if (mark := book.mark(student, exercise)).handed_in
            and mark.handed_in.told_by == "Moodle"
        ]
        if due is None or status is None or not times or times[0] is None:
            continue
        if bool(status) != (times[0] > due):
            came = "late" if times[0] > due else "in time"
            told.append(f"{student.called} (Moodle: {status or 'in time'}; by due: {came})")
    if told:
        yield DISAGREE.format(some(told))


def _may_be_timed(submission: Submission) -> bool:
    """Whether an answer lies in Moodle's folder, and nothing but the file tells when it came."""
    in_moodle = submission.student.system == "Moodle"
    return in_moodle and submission.handed_in.told_by in ("the file", "nothing")


def _came(person: Person, zone: tzinfo) -> HandedIn | None:
    """Return when a student's work came; without a time, if only the status says that in time."""
    text = " ".join(person.cell(SUBMITTED).split())
    for form in FORMS:
        with suppress(ValueError):
            return HandedIn(datetime.strptime(text, form).replace(tzinfo=zone), "Moodle")
    return HandedIn(None, "Moodle", marked_late=False) if _late(person) == "" else None


def _late(person: Person) -> str | None:
    """Return by how much Moodle says that work came late; "" if in time, None if nothing tells."""
    status = LATE.match(plain(person.cell(STATUS)))
    return status and (status["late"] or "").strip()


def _like_a_time(person: Person) -> str:
    """Return what a worksheet's row has in place of a time that could be read, if anything."""
    if not (person.participant or person.maximum):
        return ""
    cells = [person.cell(SUBMITTED), *person.row.values()]
    return next(filter(LIKE_A_TIME.search, cells), "")
