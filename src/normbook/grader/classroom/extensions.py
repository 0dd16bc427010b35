"""Finds the students to whom ``[extensions]`` of an assignment gives more time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from difflib import get_close_matches

from .assignment import Assignment, AssignmentError, due_line
from .headings import plain
from .layouts import Student
from .people import Class
from .roster import Person, same_name, words_of

MANY = 5
"""How many names are told at most that are near to one that nobody has."""


def extended(stated: Assignment, known: Class) -> tuple[Assignment, Class]:
    """Return an assignment with its extensions by the keys of students, and a class noting them.

    A name that is nobody's gives nobody more time, and is told among the notices of the class: the
    roster may be that of one section.

    Raises
    ------
    AssignmentError
        If a name could be that of several, or two are that of one.
    """
    until: dict[str, datetime] = {}
    notices = list(known.notices)
    for name, due in stated.extensions.items():
        key = _student(name, known, "[extensions]")
        if key is None:
            notices.append(f"[extensions]: {name} is nobody here{_near(name, known)}")
            continue
        if key in until:
            raise AssignmentError(f"[extensions]: {name} is {key}, who has a line already.")
        until[key] = due
    works = (
        replace(work, notes=(*work.notes, _note(until[work.student.key])))
        if work.student.key in until
        else work
        for work in known.works
    )
    return (
        replace(stated, extensions=until),
        replace(known, works=tuple(works), notices=tuple(notices)),
    )


def _note(due: datetime) -> str:
    return f"an extension: {due_line(due)}"


def keys_of(names: Iterable[str], known: Class) -> frozenset[str]:
    """Return the keys of the students whom ``--only`` names.

    Raises
    ------
    AssignmentError
        If a name is nobody's, or could be that of several.
    """
    found = {name: _student(name, known, "--only") for name in names}
    for name, key in found.items():
        if key is None:
            raise AssignmentError(f"--only: {name} is nobody here{_alike(name, known)}.")
    return frozenset(key for key in found.values() if key is not None)


def _student(name: str, known: Class, where: str) -> str | None:
    """Return the key of the student who is meant by a name; None if it is nobody's."""
    people = [(work.student, known.people[work.student.key]) for work in known.works]
    exact = [student.key for student, person in people if plain(name) in _called(student, person)]
    alike = [
        student.key for student, person in people if same_name(name, person.name, student.name)
    ]
    found = exact or alike
    if len(found) > 1:
        raise AssignmentError(
            f"{where}: {name} could be any of {', '.join(found)}; name one of these."
        )
    return found[0] if found else None


def _called(student: Student, person: Person) -> set[str]:
    """Return what a student is called by folders, systems and the roster, as it is compared."""
    in_canvas = (person.canvas_id, person.sis_login_id, person.sis_user_id)
    known_as = (student.key, person.folder, *in_canvas, person.email, person.id_number)
    return {plain(each) for each in known_as if each}


def _near(name: str, known: Class) -> str:
    """Return the end of the sentence on a name that is nobody's: which are near, and what to do."""
    return (
        f"{_alike(name, known)}; nobody gets more time by it. Mend the name, if it is somebody's "
        "of this class."
    )


def _alike(name: str, known: Class) -> str:
    """Return which names are near to one that is nobody's; "" if none is."""
    people = [known.people[work.student.key].name or work.student.name for work in known.works]
    by_words = {" ".join(words_of(each)): each for each in people}
    words = words_of(name)
    alike = get_close_matches(" ".join(words), by_words, MANY, cutoff=0.6)
    sharing = [each for each in by_words if not set(words).isdisjoint(each.split())]
    near = [by_words[each] for each in dict.fromkeys([*alike, *sharing])]
    return f"; near are {', '.join(near[:MANY])}" if near else ""
