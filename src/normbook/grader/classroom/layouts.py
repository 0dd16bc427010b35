"""Tells whose work lies where: in a folder a student, or as Moodle and Canvas name what they save.

Moodle's "Download all submissions" writes a folder a student, or, if asked for none, files:
``Ada Lovelace_12345_assignsubmission_file``, in older versions with an underscore at its end. The
number is the participant's of this assignment; see
https://github.com/moodle/moodle/blob/main/mod/assign/classes/downloader.php.

Canvas writes files, ``lovelaceada_LATE_123_456_layer_norm.py``: the name, whether it is late, the
number of the user, that of the file, and its name; where students are anonymous,
``anon_aB3dE_456_layer_norm.py``; and what they typed as ``lovelaceada_123_text.html``; see
https://github.com/instructure/canvas-lms/blob/master/lib/content_zipper.rb.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from ..verdict.errors import UserError
from .headings import composed

MOODLE = re.compile(
    r"(?P<name>.+?)(?:_(?P<id>\d+))?_assignsubmission_(?P<kind>file|onlinetext)(?:_(?P<file>.*))?",
    re.DOTALL,
)
REST = (
    r"(?P<late>LATE_)?(?P<id>anon_[^\W_]+|\d+)_"
    r"(?:(?P<number>\d+)_(?P<file>.+)|(?P<typed>(?:text|link)\.html))"
)
CANVAS = re.compile(rf"(?:(?P<name>\w+?)_)??{REST}", re.DOTALL)
GARBLED = re.compile(rf"(?P<name>.+?)_{REST}", re.DOTALL)
"""Canvas's name with signs that Canvas does not write, as some programs leave it that unpack."""

PASSED_OVER = (".", "__MACOSX")
"""How the names of files begin that are nobody's: hidden ones, and what macOS puts into zips."""
NO_NAMES: Mapping[str, Collection[str]] = MappingProxyType({})

EXPECTED = (
    "expected a folder with a folder for each student, as student/exercise.py, or with what Moodle "
    "or Canvas saves."
)


class NothingHandedInError(UserError, LookupError):
    """The folder of submissions is not there, or holds no attempt."""


@dataclass(frozen=True)
class Student:
    """Who handed something in."""

    key: str
    """What verdicts are kept under: the folder's name, or the system's name and number for them."""
    name: str
    system: Literal["", "Moodle", "Canvas"] = ""
    """Where the work was handed in, if its name tells."""
    id: str = ""
    """The number by which that system knows the student; no text if it may be another one's."""
    is_contradicted: bool = False
    """Whether Canvas's number is one student's, or nobody's, and the name exactly another's."""

    @property
    def in_moodle(self) -> bool:
        """Whether Moodle's folder has a number, the participant's, or that of a team."""
        return self.system == "Moodle" and bool(self.id)

    @property
    def is_anonymous(self) -> bool:
        """Whether Canvas hides who it is, so that no roster can know the student."""
        return self.system == "Canvas" and not self.id.isdigit()

    @property
    def called(self) -> str:
        """What the lecturer reads: the key, and before it the name, unless the key begins so."""
        return self.key if self.key.startswith(self.name) else f"{self.name} ({self.key})"


@dataclass(frozen=True)
class Place:
    """A folder with a student's work, or one file of it."""

    student: Student
    path: Path
    name: str = ""
    """What the student called the file; of no use for a folder."""
    marked_late: bool | None = None
    """Whether Canvas marked it as late; None if Canvas did not save it."""
    number: int = 0
    """Canvas's number of the file."""


def find_places(
    folder: Path, out: Path, names: Mapping[str, Collection[str]] = NO_NAMES
) -> tuple[list[Place], list[Path]]:
    """Return where students' work lies, ordered by student, and all other files.

    Hidden files, those of macOS and ``out`` are passed over.

    Parameters
    ----------
    folder
        What was handed in.
    out
        The folder of the gradebook.
    names
        How Canvas may write the names of the students in the roster (`names_in_canvas`), by their
        numbers: such a number tells whose a file is, even if the name before it is garbled, but not
        if that is exactly another student's.

    Raises
    ------
    NothingHandedInError
        If there is no such folder, or what Moodle or Canvas saved lies in a folder within it.
    """
    if not folder.is_dir():
        why = "is a file: unpack it, and name the folder" if folder.exists() else "is not there"
        raise NothingHandedInError(f"{folder} {why}; {EXPECTED}")
    places, strays = [], []
    for path in _within(folder):
        if path.resolve() == out.resolve():
            continue
        if (place := _place(path, names)) is not None:
            places.append(place)
        else:
            strays.append(path)
    _refuse_nested(folder, places)
    merged = _one_student_a_number(places, names)
    return sorted(merged, key=lambda place: (place.student.key, place.path)), strays


def _within(folder: Path) -> list[Path]:
    """Return what lies in a folder, ordered by name, but for what is nobody's."""
    return [path for path in sorted(folder.iterdir()) if not path.name.startswith(PASSED_OVER)]


def _refuse_nested(folder: Path, places: Sequence[Place]) -> None:
    """Refuse a folder with one folder alone that has what Moodle or Canvas saved: it is no student.

    Unpacking makes such a folder on some systems. A student has few files that are named so.
    """
    if len(places) != 1 or places[0].student.system:
        return
    inner = places[0].path
    inside = _within(inner)
    saved = [each for path in inside if (each := _place(path, ())) and each.student.system]
    if 2 * len(saved) > len(inside):
        raise NothingHandedInError(
            f"{folder} has one folder alone, with what {saved[0].student.system} saved. Name that "
            f"one: {inner}"
        )


def _one_student_a_number(
    places: Iterable[Place], names: Mapping[str, Collection[str]]
) -> list[Place]:
    """Give all files with one number of Canvas's to one student, whatever name they begin with.

    Those that begin with the name of another student of the roster stay apart.
    """
    every = frozenset(name for each in names.values() for name in each)
    students: dict[str, Student] = {}
    merged = []
    for place in places:
        student = place.student
        if _has_name_of_another(student, names, every):
            student = replace(student, is_contradicted=True)
        elif student.system == "Canvas":
            student = students.setdefault(student.id, student)
        merged.append(replace(place, student=student))
    return merged


def _has_name_of_another(
    student: Student, names: Mapping[str, Collection[str]], every: Collection[str]
) -> bool:
    """Whether a name of Canvas's is one of all, and not one of those that have its number."""
    if student.system != "Canvas" or student.is_anonymous:
        return False
    name = _run_together(student.name)
    return name in every and name not in names.get(student.id, ())


def names_in_canvas(name: str) -> frozenset[str]:
    """Return how Canvas may begin the files of somebody of this name, as ``lovelaceada``.

    It puts the last name first, which may begin with any of the words.
    """
    words = _words(name)
    return frozenset("".join([*words[i:], *words[:i]]) for i in range(len(words)))


def is_named_in_canvas(name: str, student: Student) -> bool:
    """Whether Canvas begins the files of somebody of this name as those of this student begin."""
    return student.system == "Canvas" and _run_together(student.name) in names_in_canvas(name)


def _run_together(name: str) -> str:
    return "".join(_words(name))


def _words(name: str) -> list[str]:
    """Return the words of a name in small letters, without the signs that Canvas leaves out."""
    return re.findall(r"[^\W_]+", composed(name).casefold())


def key_of(folder: str) -> str:
    """Return the key of the student whose folder has this name, which may be Moodle's."""
    moodle = MOODLE.fullmatch(folder)
    return _moodle_key(moodle) if moodle else folder


def _moodle_key(moodle: re.Match[str]) -> str:
    return "_".join(filter(None, (moodle["name"], moodle["id"])))


def is_somebody_s(name: str) -> bool:
    """Whether Canvas gives such a name to students' work, even if it may be of several."""
    return CANVAS.fullmatch(name) is not None


def _place(path: Path, numbers: Collection[str]) -> Place | None:
    """Return whose work a file or folder is; None if the file's name does not tell for certain."""
    called = composed(path.name)
    if moodle := MOODLE.fullmatch(called):
        name, number = moodle["name"], moodle["id"] or ""
        student = Student(_moodle_key(moodle), name, "Moodle", number)
        return Place(student, path, moodle["file"] or called)
    if path.is_dir():
        return Place(Student(called, called), path)
    canvas = CANVAS.fullmatch(called)
    if canvas is None and (garbled := GARBLED.fullmatch(called)) and garbled["id"] in numbers:
        canvas = garbled
    # 12_34_56_f.py may be file 34 of user 12, or file 56 of user 34, whose name is 12: no guess.
    if canvas and not re.match(r"\d+_", canvas["file"] or ""):
        name, number = canvas["name"] or canvas["id"], canvas["id"]
        key = f"{name}_{number}" if canvas["name"] else number
        student = Student(key, name, "Canvas", number)
        late = canvas["late"] is not None
        file = canvas["file"] or canvas["typed"]
        return Place(student, path, file, late, int(canvas["number"] or 0))
    return None
