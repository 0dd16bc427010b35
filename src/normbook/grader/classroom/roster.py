"""Reads who is in a class, and by what Canvas and Moodle know each.

The columns are those that these systems write themselves, so that what they export is a roster:
Canvas's gradebook (``Student``, ``ID``, ``SIS User ID``, ``SIS Login ID``, ``Section``), Moodle's
grading worksheet (``Identifier``, ``Full name``, ``Email address``, ``Maximum grade``) and its
gradebook (``First name``, ``Last name``, ``ID number``, ``Email address``), in the languages of
`headings`. A column ``folder`` names the folder of a student's work, if no other column tells whose
a folder is. Several students with one folder are a group: each gets its marks.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from ..verdict.errors import UserError
from .headings import FIELDS, composed, is_participant, number_of, plain
from .layouts import Student, is_named_in_canvas, key_of, names_in_canvas

SEPARATOR = re.compile(r"\"?sep=(?P<separator>[,;\t|])\"?\r?\n", re.IGNORECASE)
"""A first line that tells Excel the separator of the cells."""


TEST_STUDENT = "studenttest"
"""The name of Canvas's *Test Student* in its table, and as files begin with it, without signs."""


class RosterError(UserError):
    """The file is no roster; the message says what to mend."""


@dataclass(frozen=True)
class Person:
    """A student, as a roster and the systems know them."""

    name: str = ""
    folder: str = ""
    canvas_id: str = ""
    sis_user_id: str = ""
    sis_login_id: str = ""
    section: str = ""
    participant: str = ""
    """Moodle's number for them in one assignment."""
    email: str = ""
    id_number: str = ""
    maximum: str = ""
    """The best grade for the assignment, as Moodle's worksheet writes it."""
    row: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """The cells of the student's row, by the headings of their columns."""

    @classmethod
    def of(cls, student: Student) -> Person:
        """Return what the name of a folder or file tells of a student."""
        if student.system == "Canvas" and not student.is_anonymous:
            return cls(student.name, canvas_id=student.id)
        if student.system == "Moodle":
            return cls(student.name, participant=student.id)
        return cls(student.name)

    @property
    def in_canvas(self) -> bool:
        """Whether Canvas can find this student."""
        return bool(self.canvas_id or self.sis_user_id or self.sis_login_id)

    @property
    def in_moodle(self) -> bool:
        """Whether Moodle can find this student."""
        return bool(self.participant or self.email or self.id_number)

    @property
    def number(self) -> str:
        """What tells this student from others in a later run, whatever the folder's name is then.

        That is a number or an address with what kind it is; no text, if there is none.
        """
        kinds = ("canvas_id", "sis_user_id", "sis_login_id", "email", "id_number", "participant")
        return next((f"{kind} {getattr(self, kind)}" for kind in kinds if getattr(self, kind)), "")

    @property
    def marks(self) -> set[object]:
        """What a folder's name or a system's number is compared with, and the words of the name.

        It may be the folder of a student of whom one is that: see `is_certainly`, `same_name`.
        """
        numbers = (self.canvas_id, self.participant, self.email, self.id_number)
        logins = self.sis_user_id, self.sis_login_id
        texts = (self.folder, key_of(self.folder), *numbers, *logins)
        return {*filter(None, texts), words_of(self.name)}

    def cell(self, heading: str) -> str:
        """Return what the student's row has in a column; "" for nothing, as - is."""
        wanted = plain(heading)
        found = next((text for name, text in self.row.items() if plain(name) == wanted), "")
        return "" if found == "-" else found

    def has_folder(self, student: Student) -> bool:
        """Whether the column ``folder`` names this student's folder, or the key."""
        return bool(self.folder) and student.key in (self.folder, key_of(self.folder))

    def is_certainly(self, student: Student) -> bool:
        """Whether the name of a folder, or a system's number, proves that this is the student."""
        if self.has_folder(student):
            return True
        if student.system == "Canvas":
            return student.id == self.canvas_id and not student.is_contradicted
        if student.system == "Moodle" and self.participant:
            return self.has_number_of(student) and not self.is_called_otherwise(student)
        keys = (self.sis_login_id, self.sis_user_id, self.email, self.id_number)
        return student.key in filter(None, keys)

    def has_number_of(self, student: Student) -> bool:
        """Whether Moodle's folder has this participant's number, which may be that of a team."""
        return student.in_moodle and student.id == self.participant

    def has_another_number_than(self, student: Student) -> bool:
        """Whether Moodle's folder has another number than this participant."""
        return student.in_moodle and self.participant not in ("", student.id)

    def is_called_otherwise(self, student: Student) -> bool:
        """Whether Moodle's folder has another name than this student, as that of a team has.

        Signs that Moodle leaves out, or that an unpacking spoils, make no other name, and neither
        do more words beside two of the same; an anonymous folder has no name.
        """
        ours, theirs = set(words_of(self.name)), set(words_of(student.name))
        if not ours or is_participant(f"{student.name} {student.id}"):
            return False
        has_more = len(ours & theirs) > 1 and (ours <= theirs or theirs <= ours)
        letters = _letters(self.name)
        is_spoilt = bool(letters) and letters == _letters(student.name)
        return not (ours == theirs or has_more or is_spoilt)

    def is_called_otherwise_in_canvas(self, student: Student) -> bool:
        """Whether Canvas's files begin with another name than this student's, as a group's do.

        Where the roster states a folder, that says whose it is; signs that an unpacking spoils make
        no other name.
        """
        if student.system != "Canvas" or self.folder or not self.name:
            return False
        is_spoilt = "".join(_letters(self.name)) == "".join(_letters(student.name))
        return not is_spoilt and not is_named_in_canvas(self.name, student)

    @property
    def is_test_student(self) -> bool:
        """Whether it is whom Canvas adds for a lecturer who looks at the course as a student."""
        in_sis = bool(self.sis_user_id)
        return bool(self.canvas_id) and not in_sis and "".join(words_of(self.name)) == TEST_STUDENT

    def is_another_than(self, student: Student) -> bool:
        """Whether Canvas's number proves that this is not the student.

        Moodle's proves nothing: each assignment has others, and the roster may be of another one.
        If name and number contradict each other, it may be whose name or whose number it is.
        """
        if student.is_contradicted:
            return self.canvas_id != student.id and not is_named_in_canvas(self.name, student)
        numbered = student.system == "Canvas" and not student.is_anonymous
        return numbered and self.canvas_id not in ("", student.id)

    def may_by_name_be(self, student: Student) -> bool:
        """Whether the names are the same, in whatever order, and no number says otherwise.

        If name and number contradict each other, one of the two is enough.
        """
        is_named = student.is_contradicted or same_name(self.name, student.name)
        return is_named and not self.is_another_than(student)


def same_name(name: str, *others: str) -> bool:
    """Whether a name has the words of one of the others, in whatever order."""
    words = words_of(name)
    return bool(words) and any(words == words_of(other) for other in others)


@cache
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name as they are compared: in order, as systems differ in theirs.

    Each of a class is compared with each, so that they are told once for each name.
    """
    return tuple(sorted(re.findall(r"\w+", composed(name).casefold())))


def _letters(name: str) -> list[str]:
    """Return the words of a name, in order, with nothing but letters from A to Z: *obrien*."""
    words = (re.sub("[^a-z]", "", word) for word in re.split("[ _]", name.lower()))
    return sorted(filter(None, words))


def read_roster(path: Path) -> list[Person]:
    """Return the students in a file.

    Raises
    ------
    RosterError
        If it cannot be read, or has no column that tells who is who.
    """
    header, *rows = _rows(path)
    if header and header[0].startswith(GARBLED_MARK):
        raise RosterError(GARBLED.format(path))
    places = {i: FIELDS[h] for i, h in enumerate(map(plain, header)) if h in FIELDS}
    if {"participant", "canvas_id"}.isdisjoint(places.values()):
        places |= dict.fromkeys(_of_participants(header, rows, places)[:1], "participant")
    _refuse_nameless(path, header, list(places.values()))
    people = (
        replace(
            _person([(name, row[i]) for i, name in places.items() if i < len(row)]),
            row={name.strip(): cell.strip() for name, cell in zip(header, row, strict=False)},
        )
        for row in rows
    )
    return [each for each in people if each != Person() and POSSIBLE not in each.name]


def _of_participants(
    header: Sequence[str], rows: Sequence[Sequence[str]], known: Collection[int]
) -> list[int]:
    """Return the places of columns with a heading that is not known, and Moodle's participants."""
    return [
        i
        for i in range(len(header))
        if i not in known
        and (cells := [row[i].strip() for row in rows if i < len(row) and row[i].strip()])
        and all(map(is_participant, cells))
    ]


POSSIBLE = "Points Possible"
"""What Canvas's row of the points possible has in place of a name."""
GARBLED_MARK = codecs.BOM_UTF8.decode("cp1252")
"""What begins a table that was saved in UTF-8, read as if it were cp1252, and saved again."""
GARBLED = (
    "{} was opened and saved again in a wrong encoding, so that its first heading and its names "
    "are garbled. Name the file as it was exported, or export it anew."
)
NAMELESS = (
    "There is no column of names in {} (its columns are {}). Set Moodle's language to English, and "
    "export again. In a table of your own, head it Full name."
)
TELL_WHO = frozenset({"name", "folder", "sis_login_id", "sis_user_id"})
"""The fields of which one is enough to tell whose a folder is."""
MAY_TELL_WHO = frozenset({"email", "id_number"})
"""Those that folders have as names, if it is so meant: Moodle's own folders have neither."""


def _refuse_nameless(path: Path, header: Sequence[str], found: Sequence[str]) -> None:
    """Refuse a table that does not tell who is who, with which all work would be nobody's."""
    columns = [name.strip() for name in header if name.strip()]
    enough = TELL_WHO if len(columns) > len(found) else TELL_WHO | MAY_TELL_WHO
    parts = sum(name in ("first", "last") for name in found)
    # A worksheet in Italian has the whole name under Nome, which is the first name elsewhere.
    is_whole = "participant" in found or "maximum" in found
    if enough.isdisjoint(found) and parts < (1 if is_whole else 2):
        raise RosterError(NAMELESS.format(path, ", ".join(columns) or "empty"))


def names_by_number(roster: Sequence[Person]) -> dict[str, frozenset[str]]:
    """Return how Canvas may write the names of a roster's students, by Canvas's numbers."""
    return {each.canvas_id: names_in_canvas(each.name) for each in roster if each.canvas_id}


def read_columns(path: Path) -> dict[str, str]:
    """Return the columns of a roster: Canvas's has one for each assignment.

    Each comes with what Canvas's row of points possible says of it; no text without such a row.

    Raises
    ------
    RosterError
        If it cannot be read.
    """
    header, *rows = _rows(path)
    possible = next((row for row in rows if row and POSSIBLE in row[0]), [])
    possible += [""] * (len(header) - len(possible))
    return {name.strip(): text.strip() for name, text in zip(header, possible, strict=False)}


def _rows(path: Path) -> list[list[str]]:
    """Return the rows of a file, at least one."""
    try:
        text = _decoded(path.read_bytes())
        stated = SEPARATOR.match(text)
        text = text[stated.end() :] if stated else text
        first = text.partition("\n")[0]
        delimiter = stated["separator"] if stated else max(",;\t", key=first.count)
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)) or [[]]
    except OSError as error:
        raise RosterError(f"{path} cannot be read: {error.strerror}.") from None
    except (UnicodeDecodeError, csv.Error):
        raise RosterError(
            f"{path} is no table that can be read. Save it as CSV, in UTF-8."
        ) from None


def _decoded(data: bytes) -> str:
    """Return the text of a table in an encoding of spreadsheets: UTF-8, UTF-16 or cp1252."""
    marks = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16"}
    marks[codecs.BOM_UTF16_BE] = "utf-16"
    encoding = next((name for mark, name in marks.items() if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        if encoding != "utf-8":
            raise
        return data.decode("cp1252")


def _person(row: Sequence[tuple[str, str]]) -> Person:
    """Return a student of a table's cells, each with its field."""
    cells = {name: composed(text.strip()) for name, text in reversed(row)}
    parts = [composed(text.strip()) for part in ("first", "last") for f, text in row if f == part]
    if any(parts):
        cells["name"] = " ".join(filter(None, parts))
    if "canvas_id" in cells and ("maximum" in cells or is_participant(cells["canvas_id"])):
        cells["participant"] = cells.pop("canvas_id")
    if participant := cells.get("participant"):
        cells["participant"] = number_of(participant)
    texts = {each.name for each in fields(Person)} - {"row"}
    known: dict[str, Any] = {name: text for name, text in cells.items() if name in texts}
    return Person(**known)
