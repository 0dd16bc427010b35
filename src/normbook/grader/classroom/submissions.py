"""Finds what students handed in: one answer to each exercise, and what was not understood."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import cached_property
from itertools import groupby
from pathlib import Path, PurePosixPath

from ..verdict.find import Exercise
from ..verdict.load import LoadError
from .answers import (
    CODE,
    ENVIRONMENT,
    Answer,
    Copied,
    Found,
    NoAnswer,
    NotUnderstood,
    answers_in,
    copy_number,
    is_aside,
)
from .archive import Room
from .copies import Copies
from .headings import composed
from .history import Committed, committed, moment, other_branches
from .layouts import Place, Student, is_somebody_s
from .python import same

MAX_FILE_BYTES = 64 * 2**20
MAX_FILES = 2000
"""Files of one student that are looked at."""
MAX_IDLE = 10
"""Files without an answer that are listed for one student."""
MAX_OTHERS = 5
"""Other answers to an exercise that are listed."""


@dataclass(frozen=True)
class HandedIn:
    """When work was handed in, as far as that is known."""

    time: datetime | None = None
    told_by: str = "nothing"
    """What tells when: "Git", "Canvas", "Moodle", "the file" or "nothing".

    Without a time, Git's history is cut off.
    """
    marked_late: bool | None = None
    """Whether Canvas marked it as late, which tells no time; None if Canvas did not save it.

    False, too, if nothing but Moodle's status tells that it came in time.
    """
    number: int = 0
    """Canvas's number of the file; later files have larger ones."""
    differs: bool = False
    """Whether Git has the file with another content, so that its time tells nothing of this one."""


Candidate = tuple[Answer, HandedIn]
"""An answer that may count, and when it was handed in."""


@dataclass(frozen=True)
class Submission:
    """A student's answer to an exercise."""

    student: Student
    exercise: Exercise
    source: bytes
    place: str
    """The file that it comes from."""
    handed_in: HandedIn = HandedIn()
    named: bool = True
    """Whether that file has the exercise's name."""

    @cached_property
    def is_stub(self) -> bool:
        """Whether it is the stub as it was given out, but for comments and layout."""
        return _is_stub(self)


@dataclass(frozen=True)
class Loose:
    """A file that may be a student's work, and does not say whose."""

    name: str
    exercises: frozenset[Exercise]
    """The exercises that it may answer."""


@dataclass(frozen=True)
class Work:
    """All that a student handed in."""

    student: Student
    submissions: tuple[Submission, ...] = ()
    """At most one for an exercise."""
    not_understood: tuple[NotUnderstood, ...] = ()
    notes: tuple[str, ...] = ()
    """Lines on which of several answers to an exercise counts, and on what is odd about it."""
    could_be: tuple[str, ...] = ()
    """Keys of students whom the roster does not know, and whose work may be this student's."""
    loose: tuple[Loose, ...] = ()
    """Files that do not say whose they are, and may be this student's."""
    lost_folder: str = ""
    """The folder that the roster says is this student's, if it is not there."""
    in_roster: bool = True
    """Whether the student is in the roster, if there is one: others count in no statistics."""
    is_missing: bool = False
    """Whether Moodle says that it was handed in, and nothing of it is here."""
    branches: tuple[str, ...] = ()
    """Branches that answer what the one that is checked out does not, each with what that is."""
    is_empty: bool = False
    """Whether the student's folder is here, and has no file."""
    copies: tuple[str, ...] = ()
    """Folders that are copies of the book, whose own files are passed over."""

    def answers(self, exercise: Exercise) -> bool:
        """Whether there is an answer to an exercise that is not just the stub."""
        return any(each.exercise is exercise and not each.is_stub for each in self.submissions)

    def may_complete(self, other: Work) -> bool:
        """Whether another work may lack what this one has, or what was not understood of it."""
        has = {each.exercise for each in self.submissions if not each.is_stub}
        may_have = {each.exercise for each in self.not_understood}
        return any(each is None or not other.answers(each) for each in has | may_have)

    def refused(self, exercise: Exercise) -> NotUnderstood | None:
        """Return what may have been the answer to an exercise, and was not understood."""
        has_file = self.has_file(exercise)
        found = (each for each in self.not_understood if each.may_answer(exercise, has_file))
        # What has its name comes first, for what has none may be anything.
        return min(found, key=lambda each: each.exercise is None, default=None)

    def has_file(self, exercise: Exercise) -> bool:
        """Whether there is a file with the exercise's name, be it the stub."""
        return any(each.exercise is exercise and each.named for each in self.submissions)

    def may_lie_in(self, exercise: Exercise) -> list[str]:
        """Return whose work, and which files, may have an answer of this student to an exercise."""
        loose = (each.name for each in self.loose if exercise in each.exercises)
        return [*self.could_be, *loose]


def find_work(
    places: Sequence[Place], exercises: Sequence[Exercise], zone: tzinfo | None = None
) -> Iterator[Work]:
    """Yield what each student handed in for these exercises.

    ``zone`` is that of the times in zips, which name none; this machine's, unless given.
    """
    for _, same_key in groupby(places, key=lambda place: place.student.key):
        group = list(same_key)
        answers: list[Candidate] = []
        refused: list[NotUnderstood] = []
        idle: list[NoAnswer] = []
        copies: list[str] = []
        room = Room.of_a_student()
        for place in group:
            for found, handed_in in _found_in(place, exercises, room):
                if isinstance(found, Answer):
                    answers.append((_in_zone(found, zone), handed_in))
                elif isinstance(found, NoAnswer):
                    idle.append(found)
                elif isinstance(found, Copied):
                    copies.append(found.place)
                else:
                    refused.append(found)
        work = _choose(group[0].student, answers, refused, exercises)
        told = (*refused, *_idle(work, idle, exercises))
        yield replace(
            work,
            not_understood=told,
            copies=tuple(copies),
            branches=tuple(_answers_elsewhere(work, group, exercises)),
            is_empty=not any(map(_has_file, group)),
        )


def _in_zone(answer: Answer, zone: tzinfo | None) -> Answer:
    """Return an answer that was written at a time of this zone, if its time names none."""
    if answer.written is None or answer.written.tzinfo is not None:
        return answer
    return replace(answer, written=answer.written.replace(tzinfo=zone).astimezone())


def _answers_elsewhere(
    work: Work, places: Sequence[Place], exercises: Sequence[Exercise]
) -> Iterator[str]:
    """Yield the branches of a student's repositories that answer what is missing, with what."""
    lacking = [each for each in exercises if not work.answers(each)]
    room = Room.of_a_student()
    for place in places if lacking else ():
        for branch, packed in other_branches(place.path, _that_may_answer):
            found = _answers_in(BRANCH, packed, exercises, room)
            has = {
                each.exercise for each in found if isinstance(each, Answer) and not _is_stub(each)
            }
            if slugs := [each.slug for each in lacking if each in has]:
                yield f"{branch} has {', '.join(slugs)}"


MAY_ANSWER = CODE | {".json"}
"""Suffixes of files of a branch that are looked at."""
BRANCH = "branch.zip"
"""What the files of another branch come in."""


def _that_may_answer(files: Iterable[str]) -> list[str]:
    """Return the files of a branch that may answer an exercise, by their paths."""
    paths = {PurePosixPath(name): name for name in files}
    copies = Copies(paths)
    return [
        name
        for path, name in paths.items()
        if path.suffix.lower() in MAY_ANSWER and not copies.has(path)
    ]


def _has_file(place: Place) -> bool:
    """Whether there is a file in a student's folder, or it is one."""
    is_folder = place.path.is_dir() and not place.path.is_symlink()
    unread: list[OSError] = []
    return not is_folder or next(_files(place.path, unread), None) is not None or bool(unread)


def _idle(
    work: Work, idle: Sequence[NoAnswer], exercises: Sequence[Exercise]
) -> Iterator[NotUnderstood]:
    """Yield the files without an answer, if the student lacks one that may be in them.

    Of a student with some answers, code alone is listed, and what seems to define one that lacks.
    """
    answered = [each.exercise for each in work.submissions if not each.is_stub]
    lacking = {each: work.has_file(each) for each in exercises if each not in answered}
    told = [
        refused
        for each in idle
        if each.is_code or not answered or not lacking.keys().isdisjoint(each.defines or ())
        for refused in [NotUnderstood(each.place, each.reason, None, each.defines, each.only)]
        if any(refused.may_answer(*lacks) for lacks in lacking.items())
    ]
    yield from told[:MAX_IDLE]
    if rest := told[MAX_IDLE:]:
        defined = [each.defines for each in rest if each.defines is not None]
        every = frozenset().union(*defined) if len(defined) == len(rest) else None
        reason = "there is no answer in them either"
        yield NotUnderstood(f"{len(rest)} files more", reason, defines=every)


def find_loose(files: Sequence[Path], exercises: Sequence[Exercise]) -> Iterator[Loose]:
    """Yield which of the files that do not say whose they are may be a student's work.

    These are files that answer an exercise, or from which no answer could be taken, and those with
    a name of Canvas's.
    """
    for path in files:
        name = composed(path.name)
        place = Place(Student(name, name), path, name)
        found = [
            each
            for each, _ in _found_in(place, exercises, Room.of_a_student())
            if not isinstance(each, NoAnswer | Copied)
        ]
        answered = {each.exercise for each in found if each.exercise is not None}
        if any(each.exercise is None for each in found) or (not found and is_somebody_s(name)):
            answered.update(exercises)
        if answered:
            yield Loose(name, frozenset(answered))


def _choose(
    student: Student,
    answers: Sequence[Candidate],
    refused: Sequence[NotUnderstood],
    exercises: Sequence[Exercise],
) -> Work:
    """Return a student's work: of several answers to an exercise, the one that was last changed.

    A stub as it was given out counts only without another answer. A file with the exercise's name
    comes before others, in which a function may have the name that is asked for by chance; what
    another exercise's file defines counts, and is mentioned, only without any of these.
    """
    submissions, notes = [], []
    for exercise in exercises:
        candidates = [each for each in answers if each[0].exercise is exercise]
        if not candidates:
            continue
        begun = candidates
        if len(candidates) > 1:
            begun = [each for each in candidates if not _is_stub(each[0])] or candidates
            begun = [each for each in begun if not each[0].is_beside] or begun
        chosen, handed_in = max(begun, key=_preference)
        submissions.append(
            Submission(student, exercise, chosen.source, chosen.place, handed_in, chosen.named)
        )
        if chosen.remark:
            notes.append(f"{chosen.place}: {chosen.remark}")
        others = [each for each in begun if each[0].source != chosen.source]
        if others:
            counts, *places = _told_apart([(chosen, handed_in), *others])
            why = _why((chosen, handed_in), others)
            more = len(places) - MAX_OTHERS
            told = ", ".join(places[:MAX_OTHERS]) + (f" and {more} more" if more > 0 else "")
            notes.append(f"{counts} counts, {why}, and not {told}")
    return Work(student, tuple(submissions), tuple(refused), tuple(notes))


def _told_apart(candidates: Sequence[Candidate]) -> list[str]:
    """Return where answers lie, with Canvas's numbers of the files if two have the same name."""
    places = [answer.place for answer, _ in candidates]
    if len(set(places)) == len(places):
        return places
    numbers = [handed_in.number for _, handed_in in candidates]
    pairs = zip(places, numbers, strict=True)
    return [f"{place} ({number})" if number else place for place, number in pairs]


def _preference(candidate: Candidate) -> tuple[bool, float, int, bool, int, int]:
    """Return a key that is largest for the answer that counts.

    It is named, then new, then of the exercise's very name, then the copy with the highest number,
    then high up.
    """
    answer, _ = candidate
    has_its_name, copy = _has_its_name(answer), copy_number(_file(answer))
    return answer.named, *_recency(candidate), has_its_name, copy, -len(answer.place)


def _recency(candidate: Candidate) -> tuple[float, int]:
    """Return a key that is largest for the answer that was changed last, as far as that is told."""
    answer, handed_in = candidate
    time = answer.written or handed_in.time
    return time.timestamp() if time else 0.0, handed_in.number


def _has_its_name(answer: Answer) -> bool:
    """Whether an answer is called as its exercise, and not ``layer_norm (1).py``."""
    return _file(answer).stem.casefold() == answer.exercise.slug


def _file(answer: Answer) -> PurePosixPath:
    """Return the file of an answer; of one in a zip, that in it."""
    return PurePosixPath(answer.place.rpartition(": ")[2])


def _why(chosen: Candidate, others: Sequence[Candidate]) -> str:
    """Return for what reason an answer counts, and not others."""
    rivals = [each for each in others if each[0].named == chosen[0].named]
    if not rivals:
        return "as it is named for it"
    equal = [each for each in rivals if _recency(each) == _recency(chosen)]
    if not equal:
        times = {_recency(each)[0] for each in (chosen, *rivals)}
        if len(times) == 1:
            return "as the last that Canvas got"
        return "as the last changed" + (BY_FILE if any(map(_is_by_file, (chosen, *rivals))) else "")
    if _has_its_name(chosen[0]) and not any(_has_its_name(each) for each, _ in equal):
        return "changed at the same time, as it has the exercise's name"
    copy = copy_number(_file(chosen[0]))
    if not _has_its_name(chosen[0]) and all(copy_number(_file(each)) < copy for each, _ in equal):
        return "changed at the same time, as the copy with the highest number"
    length = len(chosen[0].place)
    which = "the shortest path" if all(len(e.place) > length for e, _ in equal) else "the first"
    text = chosen[0].source.decode("utf-8", "replace")
    if all(same(text, each.source.decode("utf-8", "replace")) for each, _ in equal):
        return f"changed at the same time, as {which}"
    return f"changed at the same time, so by chance, as {which}"


BY_FILE = ", by the file's own time"


def _is_by_file(candidate: Candidate) -> bool:
    """Whether nothing but the file's own time, which copying changes, tells when it was changed."""
    answer, handed_in = candidate
    return answer.written is None and handed_in.told_by == "the file"


def _is_stub(answer: Answer | Submission) -> bool:
    return same(answer.source.decode("utf-8", "replace"), answer.exercise.stub)


def _found_in(
    place: Place, exercises: Sequence[Exercise], room: Room
) -> Iterator[tuple[Found, HandedIn]]:
    """Yield what is found in a student's folder or file, and when it was handed in.

    ``room`` is that of the student's zips.
    """
    if place.path.is_symlink():
        yield NotUnderstood(place.name or place.path.name, "it is a link"), HandedIn()
        return
    if not place.path.is_dir():
        handed_in = _handed_in(place, place.path, {})
        for found in _read(place.path, place.path.parent, place.name, exercises, room):
            yield found, handed_in
        return
    commits = committed(place.path)
    unread: list[OSError] = []
    files = list(_files(place.path, unread))
    for error in unread:
        name = Path(error.filename).relative_to(place.path.parent).as_posix()
        reason = f"the folder cannot be read: {type(error).__name__}"
        yield NotUnderstood(name, reason), HandedIn()
    names = [PurePosixPath(path.relative_to(place.path).as_posix()) for path in files]
    copies = Copies(names)
    for folder in copies.folders:
        yield Copied("all of it" if folder == "." else folder), HandedIn()
    for count, relative in enumerate(each for each in names if not copies.has(each)):
        name, path = str(relative), place.path / relative
        if count == MAX_FILES:
            reason = f"there are more than {MAX_FILES} files; the rest were not looked at"
            yield NotUnderstood(name, reason), HandedIn()
            return
        handed_in = _handed_in(place, path, commits)
        for found in _read(path, place.path, name, exercises, room):
            yield found, handed_in


def _files(folder: Path, unread: list[OSError]) -> Iterator[Path]:
    """Yield the files below a folder, but for hidden ones and those of virtual environments.

    To ``unread`` is added why folders cannot be read.
    """
    for parent, folders, names in os.walk(folder, onerror=unread.append):
        here = Path(parent)
        if ENVIRONMENT in names:
            folders.clear()
            continue
        # A folder with the name of a Python file is refused later, and not searched here.
        names += [name for name in folders if PurePosixPath(name).suffix == ".py"]
        folders[:] = sorted(
            name
            for name in folders
            if not is_aside(PurePosixPath(name)) and PurePosixPath(name).suffix != ".py"
        )
        yield from (here / name for name in sorted(names) if not is_aside(PurePosixPath(name)))


def _read(
    path: Path, home: Path, name: str, exercises: Sequence[Exercise], room: Room
) -> Iterator[Found]:
    """Yield what is found in a file, which has to be one that `_content` accepts.

    ``home`` is the student's folder.
    """
    try:
        data = _content(path, home.resolve())
    except LoadError as error:
        # It is refused as what an empty file of its name would be.
        for found in answers_in(name, b"", exercises):
            if isinstance(found, NoAnswer | Copied):
                yield NoAnswer(name, str(error))
            else:
                yield NotUnderstood(name, str(error), found.exercise)
        return
    yield from _answers_in(name, data, exercises, room)


def _answers_in(name: str, data: bytes, exercises: Sequence[Exercise], room: Room) -> list[Found]:
    """Return what is found in a file; if reading it fails, that it is not understood."""
    try:
        return list(answers_in(name, data, exercises, room))
    except Exception as error:  # no student's file may end the grading of the others
        return [NotUnderstood(name, f"it cannot be read: {type(error).__name__}")]


def _content(path: Path, home: Path) -> bytes:
    """Return the content of a file.

    Raises
    ------
    LoadError
        If it is not a file of a sensible size in the student's own folder.
    """
    try:
        real = path.resolve(strict=True)
        # A link to the file of another student would earn what that one earns.
        if not real.is_relative_to(home):
            raise LoadError("It is a link that leads out of the student's folder.")
        if not real.is_file():
            raise LoadError("It is not a file.")
        if real.stat().st_size > MAX_FILE_BYTES:
            raise LoadError(f"It has more than {MAX_FILE_BYTES} bytes.")
        return real.read_bytes()
    except (OSError, RuntimeError) as error:  # a link to nothing, or in a circle
        raise LoadError(f"It cannot be read: {type(error).__name__}.") from None


def _handed_in(place: Place, path: Path, commits: Mapping[str, Committed]) -> HandedIn:
    """Return when a file was handed in; Git tells only if it is as it was committed."""
    if place.marked_late is not None:
        return HandedIn(None, "Canvas", place.marked_late, place.number)
    commit = _commit_of(path, place.path.resolve(), commits) if commits else None
    with contextlib.suppress(LoadError):
        if commit and commit.has(_content(path, place.path.resolve())):
            return HandedIn(commit.time, "Git")
    with contextlib.suppress(OSError):
        if time := moment(path.lstat().st_mtime):
            return HandedIn(time, "the file", differs=commit is not None)
    return HandedIn(differs=commit is not None)


def _commit_of(path: Path, home: Path, commits: Mapping[str, Committed]) -> Committed | None:
    """Return what was committed of a file in a student's folder; of a link, of what it leads to."""
    with contextlib.suppress(OSError, RuntimeError, ValueError):
        return commits.get(path.resolve().relative_to(home).as_posix())
    return None
