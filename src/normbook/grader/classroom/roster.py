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
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import Any

from ..verdict.errors import UserError
from .headings import FIELDS, composed, is_participant, number_of, plain
from .layouts import Student, key_of
from .submissions import Loose, Work

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

    def has_folder(self, student: Student) -> bool:
        """Whether the column ``folder`` names this student's folder, or the key."""
        return bool(self.folder) and student.key in (self.folder, key_of(self.folder))

    def is_certainly(self, student: Student) -> bool:
        """Whether the name of a folder, or a system's number, proves that this is the student."""
        if self.has_folder(student):
            return True
        if student.system == "Canvas":
            return student.id == self.canvas_id
        if student.system == "Moodle" and self.participant:
            return self.has_number_of(student) and not self.is_called_otherwise(student)
        keys = (self.sis_login_id, self.sis_user_id, self.email, self.id_number)
        return student.key in filter(None, keys)

    def has_number_of(self, student: Student) -> bool:
        """Whether Moodle's folder has this participant's number, which may be that of a team."""
        return student.in_moodle and student.id == self.participant

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

    @property
    def is_test_student(self) -> bool:
        """Whether it is whom Canvas adds for a lecturer who looks at the course as a student."""
        in_sis = bool(self.sis_user_id)
        return bool(self.canvas_id) and not in_sis and "".join(words_of(self.name)) == TEST_STUDENT

    def is_another_than(self, student: Student) -> bool:
        """Whether Canvas's number proves that this is not the student.

        Moodle's proves nothing: each assignment has others, and the roster may be of another one.
        """
        numbered = student.system == "Canvas" and not student.is_anonymous
        return numbered and self.canvas_id not in ("", student.id)

    def may_by_name_be(self, student: Student) -> bool:
        """Whether the names are the same, in whatever order, and no number says otherwise."""
        return same_name(self.name, student.name) and not self.is_another_than(student)


def same_name(name: str, *others: str) -> bool:
    """Whether a name has the words of one of the others, in whatever order."""
    words = words_of(name)
    return bool(words) and any(words == words_of(other) for other in others)


def words_of(name: str) -> list[str]:
    """Return the words of a name as they are compared: in order, as systems differ in theirs."""
    return sorted(re.findall(r"\w+", composed(name).casefold()))


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
    places = {i: FIELDS[h] for i, h in enumerate(map(plain, header)) if h in FIELDS}
    _refuse_nameless(path, header, list(places.values()))
    people = (
        replace(
            _person([(name, row[i]) for i, name in places.items() if i < len(row)]),
            row={name.strip(): cell.strip() for name, cell in zip(header, row, strict=False)},
        )
        for row in rows
    )
    return [each for each in people if each != Person() and POSSIBLE not in each.name]


POSSIBLE = "Points Possible"
"""What Canvas's row of the points possible has in place of a name."""
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


# ---- who is who ----


@dataclass(frozen=True)
class Class:
    """The students of a class, with what each handed in."""

    works: tuple[Work, ...]
    people: Mapping[str, Person]
    """Who each student is, by the student's key."""
    notices: tuple[str, ...] = ()
    """Lines on who is not clear, whose files are not, and on grades that this holds up."""
    knows_some: bool = True
    """Whether the roster, if there is one, has anybody of those who handed something in."""


def without_roster(works: Sequence[Work], loose: Sequence[Loose] = ()) -> Class:
    """Return the class of those who handed something in, but for Canvas's *Test Student*.

    ``loose`` are files of which nobody knows whose they are; see `with_roster`.
    """
    students = [work for work in works if not Person.of(work.student).is_test_student]
    people = {work.student.key: Person.of(work.student) for work in students}
    found, held_up = _with_loose(students, people, loose)
    return Class(tuple(found), people, tuple(held_up))


def with_roster(
    works: Sequence[Work], roster: Sequence[Person], loose: Sequence[Loose] = ()
) -> Class:
    """Return the class of a roster, those included who handed nothing in.

    Work of somebody whom the roster does not know may be that of any of these last: of those with
    the same name, or if there are none, of all. They are marked so (`Work.could_be`), and get no
    grade until it is clear. So it is with ``loose``, files that are students' work and do not say
    whose, for all who answered nothing of what these may answer (`Work.loose`), and with whom the
    roster gives a folder that is not there (`Work.lost_folder`). Canvas's *Test Student* is left
    out. Who is nobody in the roster has no number: it may be another one's.
    """
    works, roster = _without_test_student(works, roster)
    lost = _lost_folders(works, roster)
    lost_line = _line_on(lost, [work.student.key for work in works])
    works, people = _with_members(works, roster)
    students = [work.student for work in works if work.student.key not in people]
    members = set(people.values())
    people.update(_matched(students, [person for person in roster if person not in members]))
    unknown = [student for student in students if student.key not in people]
    ambiguous = [s for s in unknown if any(person.may_by_name_be(s) for person in roster)]
    knows_some = bool(people or ambiguous) or all(student.is_anonymous for student in students)
    notices = []
    for student in unknown:
        why = "could be several" if student in ambiguous else "is nobody"
        owner = next((person.name for person in roster if person.has_number_of(student)), "")
        whose = f": it has the number of {owner}, and another name" if owner else ""
        notices.append(f"{student.called} {why} in the roster{whose}")
        people[student.key] = Person(student.name)
    left = [person for person in roster if person not in people.values()]
    with_work = [work.student for work in works if work.submissions or work.not_understood]
    somebody = [student for student in with_work if student in unknown]
    absent = list(_absent(left, people, _could_be(somebody, left)))
    people.update((work.student.key, person) for work, person in absent)
    if unclear := [work.student.called for work, _ in absent if work.could_be]:
        notices.append(UNTIL_CLEAR.format(some(unclear)))
    notices += lost_line
    every = [
        _as_known(work, people, unknown, lost) for work in (*works, *(work for work, _ in absent))
    ]
    people, other_numbers = _with_own_numbers(people, [work.student for work in every])
    notices += other_numbers
    every.sort(key=lambda work: (work.student.name.casefold(), work.student.key))
    found, held_up = _with_loose(every, people, loose)
    return Class(tuple(found), people, (*notices, *held_up), knows_some)


def _as_known(
    work: Work, people: Mapping[str, Person], unknown: Collection[Student], lost: Collection[Person]
) -> Work:
    """Return a work as the roster knows its student: by name, number, and folder that is not there.

    A number of Moodle's may be another student's if the folder is nobody's, or a team's.
    """
    student, person = work.student, people[work.student.key]
    if student.in_moodle and (student in unknown or person.is_called_otherwise(student)):
        student = replace(student, id="")
    named = replace(student, name=person.name or student.name)
    return replace(work, student=named, lost_folder=person.folder if person in lost else "")


def _lost_folders(works: Sequence[Work], roster: Sequence[Person]) -> list[Person]:
    """Return the students whose folder, as the roster names it, is not there."""
    students = [work.student for work in works]
    return [each for each in roster if each.folder and not any(map(each.has_folder, students))]


LOST = (
    "Folders that the roster names are not there: {}. These have no grade until the column folder "
    "is mended; empty it for who handed nothing in."
)


def _line_on(lost: Sequence[Person], keys: Sequence[str]) -> list[str]:
    """Return a line on folders that are not there, each with its students, and the nearest key."""
    students: dict[str, list[str]] = defaultdict(list)
    for person in lost:
        students[person.folder].append(person.name or person.email or person.canvas_id)
    told = []
    for folder, names in students.items():
        nearest = get_close_matches(key_of(folder), keys, n=1, cutoff=0.8)
        near = f"; near is {nearest[0]}" if nearest else ""
        told.append(f"{folder} ({', '.join(names)}{near})")
    return [LOST.format(some(told))] if told else []


OTHER_NUMBERS = (
    "The roster has Moodle's numbers of another assignment, as {} for {}: none of them is used. "
    "Name this assignment's own grading worksheet."
)


def _with_own_numbers(
    people: dict[str, Person], students: Sequence[Student]
) -> tuple[dict[str, Person], list[str]]:
    """Return the people without Moodle's numbers of another assignment, and a line on these.

    They are another one's if no student's folder has the number that the roster has, and some have
    others. Then what a student's folder has counts.
    """
    own = {
        s.key: s.id for s in students if s.in_moodle and not people[s.key].is_called_otherwise(s)
    }
    other = [key for key, number in own.items() if people[key].participant not in ("", number)]
    if not other or any(people[key].participant == number for key, number in own.items()):
        return people, []
    told = OTHER_NUMBERS.format(people[other[0]].participant, other[0])
    return {k: replace(p, participant=own.get(k, "")) for k, p in people.items()}, [told]


def _without_test_student(
    works: Sequence[Work], roster: Sequence[Person]
) -> tuple[list[Work], list[Person]]:
    tests = [person for person in roster if person.is_test_student]
    kept = [w for w in works if not any(person.is_certainly(w.student) for person in tests)]
    return kept, [person for person in roster if person not in tests]


def _with_members(
    works: Sequence[Work], roster: Sequence[Person]
) -> tuple[list[Work], dict[str, Person]]:
    """Return the works, with one for each member in place of a group's, and who the members are.

    What members handed in stays that of the group, and is graded once.
    """
    taken = {work.student.key for work in works}
    found: list[Work] = []
    people: dict[str, Person] = {}
    for work in works:
        members = [person for person in roster if person.is_certainly(work.student)]
        if len(members) < 2 or not any(person.has_folder(work.student) for person in members):
            found.append(work)
            continue
        for person in members:
            key = _new_key(person.name or person.email or person.canvas_id, taken)
            people[key] = person
            found.append(replace(work, student=Student(key, key)))
    return found, people


def some(names: Sequence[str]) -> str:
    """Return names in one line, the first of them if they are many."""
    more = len(names) - MOST_NAMED
    return "; ".join([*names[:MOST_NAMED], *([f"and {more} more"] if more > 0 else [])])


MOST_NAMED = 20
"""How many of those without a grade a notice lists; the gradebook marks all of them."""
UNTIL_CLEAR = (
    "  It may be the work of these, who handed nothing in, and have no grade until that is clear: "
    "{}. A column folder in the roster says whose a folder is; what is nobody's work, take out."
)
LOOSE = (
    "Students' work, as it seems, that does not say whose: {}. These answered nothing of what it "
    "may answer, and have no grade until that is clear: {}. Have a file's name begin as those of "
    "its student's other files do, or put it into the student's folder; what is nobody's work, "
    "take out."
)


def _with_loose(
    works: Sequence[Work], people: Mapping[str, Person], loose: Sequence[Loose]
) -> tuple[list[Work], list[str]]:
    """Return the works with the files that may belong to them, and lines on whom these hold up.

    A file with a student's whole name in its own, of two words or more, may be that one's alone.
    """
    found = list(works)
    held_up: dict[tuple[str, ...], list[str]] = {}
    for file in loose:
        words = set(words_of(PurePosixPath(file.name).stem.replace("_", " ")))
        names = {key: set(words_of(person.name)) for key, person in people.items()}
        named = {key for key, name in names.items() if len(name) > 1 and name <= words}
        whom = []
        for place, work in enumerate(found):
            lacks = not all(work.answers(exercise) for exercise in file.exercises)
            if lacks and work.student.key in (named or people):
                found[place] = replace(work, loose=(*work.loose, file))
                whom.append(work.student.called)
        if whom:
            held_up.setdefault(tuple(whom), []).append(file.name)
    notices = [LOOSE.format(", ".join(names), some(whom)) for whom, names in held_up.items()]
    return found, notices


def _could_be(
    unknown: Sequence[Student], left: Sequence[Person]
) -> Mapping[Person, tuple[str, ...]]:
    """Return by person without work the keys of the unknown students who may be that person."""
    found: dict[Person, tuple[str, ...]] = dict.fromkeys(left, ())
    for student in unknown:
        possible = [person for person in left if not person.is_another_than(student)]
        of_the_name = [person for person in possible if person.may_by_name_be(student)]
        for person in of_the_name or possible:
            found[person] = (*found[person], student.key)
    return found


def _matched(students: Sequence[Student], roster: Sequence[Person]) -> Iterator[tuple[str, Person]]:
    """Yield the key of each student whose person is clear, and the person.

    Folders and numbers are compared first, then names. What fits several is not clear.
    """
    for certain in (True, False):
        pairs = [
            (student, person)
            for student in students
            for person in roster
            if (person.is_certainly(student) if certain else person.may_by_name_be(student))
        ]
        claims = Counter(student.key for student, _ in pairs)
        claimed = Counter(person for _, person in pairs)
        for student, person in pairs:
            if claims[student.key] == claimed[person] == 1:
                yield student.key, person
        found = {student.key for student, _ in pairs}
        students = [student for student in students if student.key not in found]
        taken = {person for _, person in pairs}
        roster = [person for person in roster if person not in taken]


def _absent(
    left: Sequence[Person],
    people: Mapping[str, Person],
    could_be: Mapping[Person, tuple[str, ...]],
) -> Iterator[tuple[Work, Person]]:
    """Yield those who handed nothing in: empty work, under a key that nobody else has."""
    taken = set(people)
    for person in left:
        base = person.folder or person.name or person.email or person.id_number or person.canvas_id
        key = _new_key(base, taken)
        yield Work(Student(key, person.name or key), could_be=could_be[person]), person


def _new_key(base: str, taken: set[str]) -> str:
    """Return a key that nobody else has, and add it to those that are taken."""
    key = next(each for each in _numbered(base) if each not in taken)
    taken.add(key)
    return key


def _numbered(base: str) -> Iterator[str]:
    yield base
    number = 2
    while True:
        yield f"{base} ({number})"
        number += 1
