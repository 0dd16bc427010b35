"""Tells which student of a roster handed in what, and what that leaves unclear.

A column ``folder``, Canvas's and Moodle's numbers tell for certain, then names. What may be the
work of several is nobody's, and holds up the grades of those whose it could be.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import PurePosixPath

from .layouts import Student, is_named_in_canvas, key_of
from .roster import Person, words_of
from .submissions import Loose, Work


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
    roster, other_numbers = _without_other_numbers(works, roster)
    lost = _lost_folders(works, roster)
    lost_line = _line_on_lost(lost, [work.student.key for work in works])
    works, people = _with_members(works, roster)
    students = [work.student for work in works if work.student.key not in people]
    members = set(people.values())
    people.update(_matched(students, [person for person in roster if person not in members]))
    unknown = [student for student in students if student.key not in people]
    ambiguous = [s for s in unknown if any(person.may_by_name_be(s) for person in roster)]
    knows_some = bool(people or ambiguous) or all(student.is_anonymous for student in students)
    notices = list(other_numbers)
    notices += (f"{student.called} {_why_unknown(student, roster)}" for student in unknown)
    people.update((student.key, Person(student.name)) for student in unknown)
    known = set(people.values())
    left = [person for person in roster if person not in known]
    with_work = [work.student for work in works if work.submissions or work.not_understood]
    somebody = [student for student in with_work if student in unknown]
    absent = list(_absent(left, people, _could_be(somebody, left)))
    people.update((work.student.key, person) for work, person in absent)
    if unclear := [work.student.called for work, _ in absent if work.could_be]:
        notices.append(UNTIL_CLEAR.format(some(unclear)))
    works = _in_doubt(works, people, unknown)
    if unclear := [people[work.student.key].name for work in works if work.could_be]:
        notices.append(LACKING_OPEN.format(some(unclear)))
    notices += lost_line
    notices += _named_otherwise(works, people, unknown)
    every = [
        _as_known(work, people, unknown, lost) for work in (*works, *(work for work, _ in absent))
    ]
    if other_numbers:
        people = _numbered_by_folders(people, every)
    every.sort(key=lambda work: (work.student.name.casefold(), work.student.key))
    found, held_up = _with_loose(every, people, loose)
    return Class(tuple(found), people, (*notices, *held_up), knows_some)


def _why_unknown(student: Student, roster: Sequence[Person]) -> str:
    """Return why the roster does not tell who a student is."""
    if student.is_contradicted:
        return _what_contradicts(student, roster)
    owner = next((person for person in roster if person.has_number_of(student)), None)
    if owner is not None and owner.is_called_otherwise(student):
        return f"is nobody in the roster: it has the number of {owner.name}, and another name"
    namesakes = [person for person in roster if person.may_by_name_be(student)]
    if len(namesakes) == 1 and namesakes[0].has_another_number_than(student):
        (other,) = namesakes
        return f"is nobody in the roster: {other.name} has number {other.participant}"
    return f"{'could be several' if namesakes else 'is nobody'} in the roster"


def _what_contradicts(student: Student, roster: Sequence[Person]) -> str:
    """Return whose name and whose number the files of a student have in Canvas."""
    named = " and ".join(each.name for each in roster if is_named_in_canvas(each.name, student))
    owner = next((each for each in roster if each.canvas_id == student.id), None)
    number = "a number that is nobody's" if owner is None else f"the number of {owner.name}"
    return f"has the name of {named}, and {number}"


def _named_otherwise(
    works: Sequence[Work], people: Mapping[str, Person], unknown: Collection[Student]
) -> Iterator[str]:
    """Yield a line on the students who are known by Canvas's number, and not by the name."""
    told = [
        f"{work.student.key} ({person.name})"
        for work in works
        if work.student not in unknown
        and (person := people[work.student.key]).is_called_otherwise_in_canvas(work.student)
    ]
    if told:
        yield NAMED_OTHERWISE.format(some(told))


NAMED_OTHERWISE = (
    "By Canvas's number these are of the student in brackets, who has another name: {}. Is it a "
    "group's? Then write how its files begin into a column folder of the roster, for each member."
)


def _in_doubt(
    works: Sequence[Work], people: Mapping[str, Person], unknown: Collection[Student]
) -> list[Work]:
    """Return the works, with files whose name and number contradict each other beside them.

    They may have what the student lacks whose name or number it is.
    """
    doubtful = [work for work in works if work.student in unknown and work.student.is_contradicted]
    found = []
    for work in works:
        person = people[work.student.key]
        others = tuple(
            each.student.key
            for each in doubtful
            if not person.is_another_than(each.student) and each.may_complete(work)
        )
        found.append(work if work.student in unknown else replace(work, could_be=others))
    return found


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
    lost_folder = person.folder if person in lost else ""
    is_known = work.student not in unknown or work.student.is_anonymous
    return replace(work, student=named, lost_folder=lost_folder, in_roster=is_known)


def _lost_folders(works: Sequence[Work], roster: Sequence[Person]) -> list[Person]:
    """Return the students whose folder, as the roster names it, is not there."""
    keys = {work.student.key for work in works}
    return [e for e in roster if e.folder and keys.isdisjoint((e.folder, key_of(e.folder)))]


LOST = (
    "Folders that the roster names are not there: {}. These have no grade until the column folder "
    "is mended; empty it for who handed nothing in."
)


def _line_on_lost(lost: Sequence[Person], keys: Sequence[str]) -> list[str]:
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


def _without_other_numbers(
    works: Sequence[Work], roster: Sequence[Person]
) -> tuple[list[Person], list[str]]:
    """Return a roster without Moodle's numbers and marks of another assignment, and a line on it.

    They are another one's if of the folders with a name of the roster's more have another number
    there than have the same.
    """
    namesakes: dict[tuple[str, ...], list[Person]] = defaultdict(list)
    for person in roster:
        if person.participant:
            namesakes[words_of(person.name)].append(person)
    same, other = 0, []
    for student in (work.student for work in works if work.student.in_moodle):
        found = namesakes.get(words_of(student.name), [])
        if any(person.has_number_of(student) for person in found):
            same += 1
        elif found:
            other.append(OTHER_NUMBERS.format(found[0].participant, student.key))
    if len(other) <= same:
        return list(roster), []
    return [replace(each, participant="", maximum="", row={}) for each in roster], other[:1]


def _numbered_by_folders(people: Mapping[str, Person], works: Sequence[Work]) -> dict[str, Person]:
    """Return the people with the numbers that Moodle's folders have."""
    own = {w.student.key: w.student.id for w in works if w.student.in_moodle}
    return {k: replace(p, participant=own.get(k, p.participant)) for k, p in people.items()}


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
    near = _near(roster)
    for work in works:
        members = [person for person in near(work.student) if person.is_certainly(work.student)]
        if len(members) < 2 or not any(person.has_folder(work.student) for person in members):
            found.append(work)
            continue
        for person in members:
            key = _new_key(person.name or person.email or person.canvas_id, taken)
            people[key] = person
            found.append(replace(work, student=Student(key, key)))
    return found, people


MOST_BEHIND = 10
"""How many names stand behind a number."""
MOST_NAMED = 20
"""How many names a notice lists."""


def some(names: Sequence[str], most: int = MOST_NAMED, where: str = "") -> str:
    """Return names in one line, the first of them if they are many, and where the others stand."""
    more = len(names) - most
    return "; ".join([*names[:most], *([f"and {more} more{where}"] if more > 0 else [])])


def named(names: Sequence[str], where: str = "in gradebook.html") -> str:
    """Return the names behind a number, the first ten of them, and where the others stand."""
    return some(names, MOST_BEHIND, f", {where}")


UNTIL_CLEAR = (
    "  It may be the work of these, who handed nothing in, and have no grade until that is clear: "
    "{}. A column folder in the roster says whose a folder is; what is nobody's work, take out."
)
LACKING_OPEN = (
    "  It may be the work of these, too, and what they lack is open until that is clear: {}. Let "
    "its files begin as theirs, or take them out."
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
    names = {key: set(words_of(person.name)) for key, person in people.items()}
    for file in loose:
        words = set(words_of(PurePosixPath(file.name).stem.replace("_", " ")))
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


def _is_by_name(person: Person, student: Student) -> bool:
    """Whether the name tells who it is, and no number says that it is somebody of the same name."""
    is_clear = not (student.is_contradicted or person.has_another_number_than(student))
    return is_clear and person.may_by_name_be(student)


def _near(roster: Sequence[Person]) -> Callable[[Student], list[Person]]:
    """Return a function of a student that gives those of a roster who may be that by any mark."""
    places: dict[object, list[int]] = defaultdict(list)
    for place, person in enumerate(roster):
        for mark in person.marks:
            places[mark].append(place)

    def near(student: Student) -> list[Person]:
        if student.is_contradicted:  # the name or the number is another's
            return list(roster)
        marks = student.key, student.id, words_of(student.name)
        return [roster[i] for i in sorted({i for mark in marks for i in places.get(mark, ())})]

    return near


def _matched(students: Sequence[Student], roster: Sequence[Person]) -> Iterator[tuple[str, Person]]:
    """Yield the key of each student whose person is clear, and the person.

    Folders and numbers are compared first, then names. What fits several is not clear.
    """
    near = _near(roster)
    taken = set[Person]()
    for certain in (True, False):
        pairs = [
            (student, person)
            for student in students
            for person in near(student)
            if person not in taken
            and (person.is_certainly(student) if certain else _is_by_name(person, student))
        ]
        claims = Counter(student.key for student, _ in pairs)
        claimed = Counter(person for _, person in pairs)
        for student, person in pairs:
            if claims[student.key] == claimed[person] == 1:
                yield student.key, person
        found = {student.key for student, _ in pairs}
        students = [student for student in students if student.key not in found]
        taken |= {person for _, person in pairs}


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
