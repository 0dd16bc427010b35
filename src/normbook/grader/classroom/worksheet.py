"""Reads from Moodle's grading worksheet what it says of work and when it came, if it is the roster.

Moodle writes the time to the minute, in its user's language and time zone, and behind the status
how late that is, against its own due date, and until when it gave an extension
(``col_timesubmitted`` and ``col_status`` in
https://github.com/moodle/moodle/blob/main/mod/assign/gradingtable.php; the words, such as
``submissionstatus_draft`` and ``userextensiondate``, are those of ``lang/en/assign.php`` beside
it). English times are read, and are taken for such of the zone in which the student's due date is
written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, tzinfo

from .assignment import Assignment, due_line
from .gradebook import Gradebook
from .headings import plain
from .people import Class, some
from .roster import Person
from .submissions import HandedIn, Work

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
DRAFT = "draft (not submitted)"
"""The status of what a student saved in Moodle, and did not submit, in small letters."""
EXTENSION = re.compile(r"\bextension granted until: (?P<until>.+?)(?: -( .*)?)?$", re.IGNORECASE)
"""What stands behind the status of whom Moodle gave more time."""
NOT_HERE = (
    "Moodle says that these handed in, and nothing of theirs is here, so that their marks are "
    "open: {}. Download all submissions anew. Of a team, a column folder in the worksheet says "
    "which folder is theirs."
)
ANOTHER_LANGUAGE = (
    "Moodle's worksheet is in another language than English: what it says of status, times and "
    "extensions is not read, and Moodle imports moodle.csv in English alone. Set Moodle's language "
    "to English, and download it again."
)
DRAFTS = (
    "Drafts in Moodle, saved and not submitted, are marked as if they were: of {}. Where a draft "
    "is not to count, take its folder out."
)
UNREAD_EXTENSIONS = (
    "Moodle gave more time than could be read, so that it does not count: {}. Put it into "
    "[extensions] of the assignment."
)
NOT_READ = (
    "Moodle's worksheet has times that were not understood, as “{}” of {}: none of these counts. "
    "Export it with Moodle in English."
)
DISAGREE = (
    "Moodle's status and due do not agree on whose work is late: {}. The worksheet's time counts, "
    "as one of the zone in which due is written. Has Moodle another due date, or do you have "
    "another time zone there?"
)


def of_status(stated: Assignment, known: Class) -> tuple[Assignment, Class]:
    """Return an assignment with Moodle's extensions, and a class with what else the status says.

    That is whose work is not here, so that its mark is open, and whose is a draft. Moodle's
    extension counts for whom the assignment names no other.
    """
    until = dict(stated.extensions)
    works, missing, drafts, unread = [], [], [], []
    for work in known.works:
        person, key = known.people[work.student.key], work.student.key
        if _is_missing(work, person):
            work = replace(work, is_missing=True)
            missing.append(work.student.called)
        if plain(person.cell(STATUS)).startswith(DRAFT) and work.submissions:
            drafts.append(work.student.called)
        if stated.due is not None and key not in until and (text := _granted(person)):
            due = _time(text, stated.due.tzinfo)
            if due is None:
                unread.append(f"{work.student.called} until {text}")
            elif due > stated.due:
                until[key] = due
                note = f"an extension, by Moodle: {due_line(due)}"
                work = replace(work, notes=(*work.notes, note))
        works.append(work)
    if any(map(_is_in_another_language, known.people.values())):
        known = replace(known, notices=(*known.notices, ANOTHER_LANGUAGE))
    told = {NOT_HERE: missing, DRAFTS: drafts, UNREAD_EXTENSIONS: unread}
    lines = [line.format(some(names)) for line, names in told.items() if names]
    known = replace(known, works=tuple(works), notices=(*known.notices, *lines))
    return replace(stated, extensions=until), known


def _is_in_another_language(person: Person) -> bool:
    """Whether a row is of Moodle's worksheet, and nothing in it is headed as in English."""
    headings = set(map(plain, person.row))
    is_moodle_s = bool(person.participant or person.maximum) and bool(headings)
    return is_moodle_s and headings.isdisjoint(map(plain, ("Identifier", SUBMITTED)))


def _is_missing(work: Work, person: Person) -> bool:
    """Whether Moodle says that a student handed in, and no file in a folder of Moodle's is here."""
    has_folder = work.student.system == "Moodle" or person.folder
    has_file = has_folder and not work.is_empty
    is_here = has_file or work.submissions or work.not_understood or work.copies
    return not is_here and _late(person) is not None


def _granted(person: Person) -> str:
    """Return until when Moodle's status says that more time was given; "" if it says nothing.

    In another language than English the time is the last thing there, and no other is.
    """
    status = " ".join(person.cell(STATUS).split())
    if found := EXTENSION.search(status):
        return found["until"]
    if LIKE_A_TIME.search(status):
        return status.rpartition(" - ")[2].partition(": ")[2] or status
    return ""


def timed(known: Class, stated: Assignment) -> Class:
    """Return a class whose work in Moodle's folders came when the worksheet says.

    The zone is that of the student's due date; without one nothing is late. Where the worksheet has
    no time that is understood, the file's stays, or Git's, which the student wrote; that is told.
    """
    if stated.due is None:
        return known
    works, unread = [], []
    for work in known.works:
        person = known.people[work.student.key]
        due = stated.extensions.get(work.student.key, stated.due)
        came = _came(person, due.tzinfo)
        asked = [each for each in work.submissions if each.student.system == "Moodle"]
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
    """Yield a line on whose work is late by Moodle's status, and not by its time, or reversed.

    Moodle may not know an extension of the assignment's, so that its status then says nothing.
    """
    told, due_for_all = [], book.assignment.due
    for student in book.students:
        person = book.people[student.key]
        status = _late(person)
        times = [
            mark.handed_in.time
            for exercise in book.exercises
            if (mark := book.mark(student, exercise)).handed_in
            and mark.handed_in.told_by == "Moodle"
        ]
        if student.key in book.assignment.extensions and not _granted(person):
            continue
        if due_for_all is None or status is None or not times or times[0] is None:
            continue
        due = _time(_granted(person), times[0].tzinfo) or due_for_all
        if bool(status) != (times[0] > due):
            came = "late" if times[0] > due else "in time"
            told.append(f"{student.called} (Moodle: {status or 'in time'}; by due: {came})")
    if told:
        yield DISAGREE.format(some(told))


def _came(person: Person, zone: tzinfo | None) -> HandedIn | None:
    """Return when a student's work came; without a time, if only the status says that in time."""
    if time := _time(person.cell(SUBMITTED), zone):
        return HandedIn(time, "Moodle")
    return HandedIn(None, "Moodle", marked_late=False) if _late(person) == "" else None


def _time(text: str, zone: tzinfo | None) -> datetime | None:
    """Return a time as Moodle writes it in English; None if it is no such time."""
    for form in FORMS:
        with suppress(ValueError):
            return datetime.strptime(" ".join(text.split()), form).replace(tzinfo=zone)
    return None


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
