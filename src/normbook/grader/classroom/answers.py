"""Takes the answers to exercises from what students hand in, or says why it cannot.

Python files, notebooks, the file in which the page saves all work (``normbook-work.json``), and
zips of these, in which zips may be, but in those no more.
"""

from __future__ import annotations

import ast
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any

from ..verdict.find import Exercise, find_all
from ..verdict.load import MAX_SOURCE_BYTES, LoadError, decode, encoding_of
from .archive import ArchiveError, LockedError, Room, TooLargeError, members
from .copies import Copies
from .notebook import TOO_DEEP, Notebook, NotebookError, as_notebook, without_magics
from .python import definitions, may_bind, names_bound, names_used, parse, what_is_no_python

WORK = "normbook-work"
"""How the name of the file begins that the page saves."""
MAX_NAME_CHARACTERS = 255
"""The length of the longest name that a file can have; what a zip calls longer is no answer."""
COPY = re.compile(r"^copy_of_|(_?\(\d+\)|_\d+|_?copy)$")
"""What browsers, Canvas and desktops add to a file's name where there is one of that name."""
COPY_NUMBER = re.compile(r"\((\d{1,9})\)\s*$|[-_](\d{1,9})$")
"""The number in that."""
CODE = frozenset({".py", ".ipynb", ".zip"})
"""Suffixes of files that may hold answers."""
NO_ANSWERS = frozenset(
    {"", ".cfg", ".csv", ".gif", ".ini", ".jpeg", ".jpg", ".lock", ".md", ".npy", ".npz", ".png"}
    | {".pyc", ".svg", ".toml", ".yaml", ".yml", ".bak", ".log"}
)
"""Suffixes of files that lie beside answers and are never one; they are passed over."""
MAX_OTHER_NAMES = 3
"""How many of the names are listed that a file defines instead."""
MAX_NAMES_TOLD = 10
"""How many of the names that were asked for are listed if a file defines none of them."""
TOOLS = frozenset({"__MACOSX", "__pycache__", "node_modules", "site-packages"})
"""Names of folders that tools write."""
WINDOWS_FILES = frozenset({"thumbs.db", "desktop.ini"})
"""Names, in small letters, of files that Windows writes into folders."""
ENVIRONMENT = "pyvenv.cfg"
"""The file by which a folder is known as a virtual environment."""
GIVEN = frozenset({"conftest.py", "assignment.toml", "requirements.txt", "readme.md", "grade.yml"})
"""Names, in small letters, of files that a release puts beside the exercises."""
TASKS = "prompts"
"""The folder of a release that has the tasks."""
PACKED = frozenset({".7z", ".bz2", ".gz", ".rar", ".tar", ".tgz", ".xz", ".zst"})
"""Suffixes of files that are not unpacked here, and may hold any answer."""
MARKUP = re.compile(rb"<[^<>]*>|&nbsp;")
"""What may stand between two words of a page."""
FORMATTED = re.compile(rb"\s*(?:\{\\rtf|<!doctype html|<html)", re.IGNORECASE)
"""How a file begins that a word processor or a browser saved under a name of Python's."""
NO_TEXT = "it is RTF or a page: save it as plain text"
SHELL = "get_ipython"
"""The function by which Jupyter writes a magic where it saves a notebook as Python."""
MARIMO = ": it is marimo's, whose cells are functions. Copy yours into a file without marimo"
EMPTY = "{}, and counts as the stub"
ENDLESS = "a cell that {} does not need loops without end; it was not run"
ZIPS_BEFORE = "other zips of this student have all that is read of zips: hand in fewer, or smaller"
EXPECTED = "expected .py, .ipynb, normbook-work.json, or a .zip of these"


@dataclass(frozen=True)
class Answer:
    """The source of an attempt."""

    exercise: Exercise
    source: bytes
    place: str
    """The file that it comes from; for one in a zip, the zip and the file in it."""
    named: bool = True
    """Whether the file has the exercise's name; if not, it defines what the exercise asks for."""
    written: datetime | None = None
    """When it was last written, if a zip tells, without a zone, or the page."""
    remark: str = ""
    """What student and lecturer are told of it: that it is empty, say, so that it is the stub."""
    is_beside: bool = False
    """Whether the file has another exercise's name, so that it counts without another answer."""


@dataclass(frozen=True)
class NotUnderstood:
    """A file, or a part of one, from which no answer could be taken."""

    place: str
    reason: str
    exercise: Exercise | None = None
    """The exercise that it was to answer, if its name or content tells."""
    defines: frozenset[Exercise] | None = field(default=None, compare=False)
    """The exercises whose functions or classes seem to be defined in it; None if nobody can tell.

    It cannot be the answer to another exercise whose own file is there.
    """
    only: bool = False
    """Whether it cannot be the answer to any other exercise."""

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}"

    def may_answer(self, exercise: Exercise, has_file: bool) -> bool:
        """Whether it may be the answer to an exercise, of which a file may be there already."""
        if self.exercise is not None:
            return self.exercise is exercise
        if self.only:
            return exercise in (self.defines or ())
        return not has_file or self.defines is None or exercise in self.defines


@dataclass(frozen=True)
class NoAnswer:
    """A file in which no answer was found; it is mentioned if the student lacks one."""

    place: str
    reason: str
    defines: frozenset[Exercise] | None = field(default=None, compare=False)
    """As of `NotUnderstood`."""
    only: bool = False
    """As of `NotUnderstood`."""

    @property
    def is_code(self) -> bool:
        """Whether an answer could have been in it."""
        return PurePosixPath(self.place).suffix.lower() in CODE


@dataclass(frozen=True)
class Copied:
    """A folder that is a copy of the book, whose files are no answers."""

    place: str


Found = Answer | NotUnderstood | NoAnswer | Copied


def answers_in(
    name: str, data: bytes, exercises: Sequence[Exercise], room: Room | None = None
) -> Iterator[Found]:
    """Yield the answers in a file, and what is not understood; nothing of what a release writes.

    Parameters
    ----------
    name
        The file's name, as the student called it, with its folder.
    data
        The file's content.
    exercises
        The exercises that it may answer.
    room
        What may be read of all zips of the student; what this one takes is taken from it.
    """
    path = PurePosixPath(name)
    if is_given(path) or _is_a_stub_of_the_book(path, data):
        return
    match path.suffix.lower():
        case ".py":
            yield from _in_python(path, data, exercises)
        case ".ipynb":
            yield from _in_notebook(path, data, exercises)
        case ".json":
            yield from _in_work(path, data, exercises)
        case ".zip":
            yield from _in_zip(path, data, exercises, room or Room.of_a_student())
        case suffix if suffix in PACKED:
            yield NotUnderstood(name, EXPECTED, named_for(path, exercises))
        case suffix if suffix not in NO_ANSWERS:
            defined, named = _seem_defined(data, exercises), named_for(path, exercises)
            yield NotUnderstood(name, EXPECTED, named, defined)
            yield from _unread_beside(path, data, named, exercises, EXPECTED)
        case _:
            yield NoAnswer(name, EXPECTED, _seem_defined(data, exercises))


def is_given(path: PurePosixPath) -> bool:
    """Whether a release writes such a file beside the exercises, wherever it lies by now."""
    names = _names_of(path)
    is_task = path.parent.name == TASKS and path.suffix == ".md"
    is_grader = path.name.startswith("normbook-") and path.suffix == ".whl"
    return is_task or is_grader or any(f"{name}{path.suffix.lower()}" in GIVEN for name in names)


def _is_a_stub_of_the_book(path: PurePosixPath, data: bytes) -> bool:
    """Whether a file lies in a copy of an exercise's folder, and nobody has written into it."""
    if path.name != "stub.py":
        return False
    words = data.decode("utf-8", "replace").split()
    return any(words == exercise.stub.split() for exercise in find_all())


def _seem_defined(data: bytes, exercises: Sequence[Exercise]) -> frozenset[Exercise]:
    """Return the exercises whose functions or classes a text defines, be it no Python or a page."""
    if not exercises:
        return frozenset()
    text = data[:MAX_SOURCE_BYTES].replace(b"\0", b"")  # as UTF-16 has them between its letters
    names = b"|".join(re.escape(exercise.entry).encode() for exercise in exercises)
    defined = re.compile(rb"\b(?:(?:def|class)\s+(%b)\b|(%b)\s*=)" % (names, names))
    found = {
        (each[1] or each[2]).decode()
        for variant in (text, MARKUP.sub(b" ", text))
        for each in defined.finditer(variant)
    }
    return frozenset(exercise for exercise in exercises if exercise.entry in found)


def named_for(path: PurePosixPath, exercises: Sequence[Exercise]) -> Exercise | None:
    """Return the exercise that a file is named for: ``Layer-Norm (1).py`` is for layer_norm."""
    by_slug = {exercise.slug: exercise for exercise in exercises}
    return next((by_slug[name] for name in _names_of(path) if name in by_slug), None)


def _names_of(path: PurePosixPath) -> Iterator[str]:
    """Yield a file's name without suffixes, then with less and less of what marks it as a copy."""
    if len(path.name) > MAX_NAME_CHARACTERS:
        return
    name = unicodedata.normalize("NFKC", path.name).casefold().partition(".")[0]
    name = re.sub(r"[\s\-_]+", "_", name).strip("_")
    yield name
    while (shorter := COPY.sub("", name).strip("_")) != name:
        name = shorter
        yield name


def copy_number(path: PurePosixPath) -> int:
    """Return the number that marks a file as a copy, as in ``layer_norm (2).py``; 0 without one."""
    found = COPY_NUMBER.search(path.stem)
    return int(found[1] or found[2]) if found else 0


def _in_python(path: PurePosixPath, data: bytes, exercises: Sequence[Exercise]) -> Iterator[Found]:
    """Yield the answer in a file of an exercise's name, or those that another file defines."""
    place, exercise = str(path), named_for(path, exercises)
    if data.lstrip().startswith(b"{") and b'"nbformat"' in data:
        yield from _in_notebook(path, data, exercises)
        return
    if FORMATTED.match(data):
        yield NotUnderstood(place, NO_TEXT, exercise, _seem_defined(data, exercises))
        yield from _unread_beside(path, data, exercise, exercises, NO_TEXT)
        return
    try:
        if len(data) > MAX_SOURCE_BYTES:
            raise LoadError(f"it has more than {MAX_SOURCE_BYTES} bytes.")
        source = decode(data, "it")  # its name stands before the reason already
    except LoadError as error:
        yield NotUnderstood(place, str(error), exercise)
        yield from _unread_beside(path, data, exercise, exercises, "it is not read")
        return
    if exercise is None and named_for(path, find_all()) is not None:
        return  # it answers an exercise that is not graded, and defines others' names by chance
    try:
        if _is_saved_notebook(source):
            found = _in_notebook(path, as_notebook(source), exercises)
        elif exercise is None:
            found = _in_any_file(path, data, source, exercises)
        else:
            found = _in_its_file(path, data, source, exercise, exercises)
        yield from list(found)
    except RecursionError:
        if exercise is None:
            yield NotUnderstood(place, TOO_DEEP, defines=_seem_defined(data, exercises))
        else:
            yield Answer(exercise, data, place)
            yield from _unread_beside(path, data, exercise, exercises, TOO_DEEP)


def _in_its_file(
    path: PurePosixPath,
    data: bytes,
    source: str,
    exercise: Exercise,
    exercises: Sequence[Exercise],
) -> Iterator[Found]:
    """Yield the answer in a file of an exercise's name, and what it defines of others."""
    place, tree = str(path), parse(source)
    # What is not Python is an attempt with a mistake: its report says in which line.
    if tree is None or may_bind(tree, exercise.entry):
        yield Answer(exercise, data, place)
    elif not tree.body:
        remark = EMPTY.format(_empty(source))
        yield Answer(exercise, exercise.stub.encode(), place, remark=remark)
    else:
        reason = f"it does not define {exercise.entry}{_instead(tree)}"
        yield NotUnderstood(place, reason, exercise)
    if tree is None:
        reason = f"it is not Python ({what_is_no_python(source)})"
        yield from _unread_beside(path, data, exercise, exercises, reason)
    else:
        defined = set(definitions(tree)) - _given_by(exercise)
        for other in exercises:
            if other is not exercise and other.entry in defined:
                yield Answer(other, data, place, named=False, is_beside=True)


def _in_any_file(
    path: PurePosixPath, data: bytes, source: str, exercises: Sequence[Exercise]
) -> Iterator[Found]:
    """Yield the answers that a file of no exercise's name defines."""
    place, tree = str(path), parse(source)
    if tree is None:
        reason = f"it has the name of no exercise, and is not Python ({what_is_no_python(source)})"
        yield NotUnderstood(place, reason, defines=_seem_defined(data, exercises))
        return
    names = definitions(tree)
    answered = [each for each in exercises if each.entry in names]
    yield from (Answer(each, data, place, named=False) for each in answered)
    if not answered:
        why = f"it defines {_none_of(exercises)}{_instead(tree)}" if tree.body else _empty(source)
        yield NoAnswer(place, why, _seem_defined(data, exercises))


def _is_saved_notebook(source: str) -> bool:
    """Whether a source is a notebook's, saved with its magics by Colab, or by Jupyter as calls."""
    if parse(source) is None:
        return parse(without_magics(source)) is not None
    return SHELL in names_used(source)


def _instead(tree: ast.Module) -> str:
    """Return the end of a sentence on what a module has instead of what was asked for."""
    imports = (node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom))
    if any("marimo" in names_bound(node) for node in imports):
        return MARIMO
    return _but(definitions(tree))


def _but(names: Sequence[str]) -> str:
    """Return the end of a sentence on what a file defines instead of what was asked for."""
    return f", but {' and '.join(names[:MAX_OTHER_NAMES])}" if names else ""


def _given_by(exercise: Exercise) -> set[str]:
    """Return the names that an exercise's stub defines: no student has answered others by them."""
    tree = parse(exercise.stub)
    return set(definitions(tree)) if tree else set()


def _unread_beside(
    path: PurePosixPath,
    data: bytes,
    exercise: Exercise | None,
    exercises: Sequence[Exercise],
    reason: str,
) -> Iterator[NoAnswer]:
    """Yield what an exercise's own file, which is not read, seems to have of other exercises."""
    if exercise is None:
        return
    given = _given_by(exercise)
    others = [e for e in exercises if e is not exercise and e.entry not in given]
    if seems := _seem_defined(data, others):
        names = ", ".join(each.entry for each in others if each in seems)
        yield NoAnswer(str(path), f"{reason}, and seems to define {names}", seems, only=True)


def _empty(source: str) -> str:
    """Return the words for a file without a statement."""
    return "it is empty but for comments" if source.strip() else "it is empty"


def _none_of(exercises: Sequence[Exercise]) -> str:
    """Return the words for a file that defines nothing that was asked for."""
    if len(exercises) == len(find_all()):
        return "nothing that an exercise asks for"
    names = [exercise.entry for exercise in exercises]
    more = len(names) - MAX_NAMES_TOLD
    return f"none of {', '.join(names[:MAX_NAMES_TOLD])}{f' and {more} more' if more > 0 else ''}"


def _in_notebook(
    path: PurePosixPath, data: bytes, exercises: Sequence[Exercise]
) -> Iterator[Found]:
    """Yield the answers to the exercises whose functions or classes a notebook defines."""
    place, named = str(path), named_for(path, exercises)
    try:
        notebook = Notebook(data)
    except NotebookError as error:
        yield NotUnderstood(place, str(error), named)
        return
    found: list[Found] = []
    for name, text in notebook.files.items():
        if name.lower().endswith(".py"):
            source = text.encode(errors="surrogatepass")
            inside = _in_python(PurePosixPath(name), source, exercises)
            found += (_within(path, each) for each in inside)
    yield from found
    written = {each.exercise for each in found if isinstance(each, Answer | NotUnderstood)}
    answered = bool(written)
    for exercise in exercises:
        entry = exercise.entry
        if notebook.defines(entry):
            remark = ENDLESS.format(entry) if notebook.loops_beside(entry) else ""
            answer = notebook.source_of(entry)
            yield _from_text(exercise, answer, place, exercise == named, remark=remark)
        elif notebook.spoils(entry):
            reason = f"the cell that defines {entry} is not Python"
            yield NotUnderstood(place, reason, exercise)
        elif notebook.shows(entry):
            reason = f"{entry} stands in a cell that is not code"
            yield NoAnswer(place, reason, frozenset({exercise}), only=True)
            continue
        elif exercise == named and exercise not in written:
            yield NotUnderstood(place, f"no cell defines {entry}{_but(notebook.names)}", exercise)
        else:
            continue
        answered = True
    if not answered:
        why = f"its cells define {_none_of(exercises)}{_but(notebook.names)}"
        yield NoAnswer(place, why, _seem_defined(data, exercises))


def _in_work(path: PurePosixPath, data: bytes, exercises: Sequence[Exercise]) -> Iterator[Found]:
    """Yield the answers in the file that the page saves, or in a notebook by another name."""
    try:
        saved = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        saved = None
    match saved:
        case {"normbook": int(), "work": dict(work)}:
            for exercise in exercises:
                if exercise.slug in work:
                    yield _from_page(exercise, work[exercise.slug], f"{path}: {exercise.slug}")
        case {"nbformat": _}:
            yield from _in_notebook(path, data, exercises)
        case _ if path.name.casefold().startswith(WORK):
            yield NotUnderstood(str(path), "it is not what the page saves")
        case _:
            yield NoAnswer(str(path), EXPECTED, _seem_defined(data, exercises))


def _from_page(exercise: Exercise, record: Any, place: str) -> Found:
    """Return the answer in a record of the page's."""
    match record:
        case {"source": str(source), "time": int(time)}:
            try:
                written = datetime.fromtimestamp(time / 1000, UTC)
            except (OverflowError, ValueError, OSError):
                written = None
            return _from_text(exercise, source, place, written=written)
    return NotUnderstood(place, "it is not what the page saves", exercise)


def _from_text(
    exercise: Exercise,
    source: str,
    place: str,
    named: bool = True,
    written: datetime | None = None,
    remark: str = "",
) -> Found:
    """Return an answer whose source is a text, encoded as its coding comment says, if any."""
    try:
        data = source.encode(encoding_of(source.encode()))
    except (SyntaxError, UnicodeEncodeError, LookupError):
        return NotUnderstood(place, "it names an encoding that it is not in", exercise)
    if len(data) > MAX_SOURCE_BYTES:
        reason = f"its answer has more than {MAX_SOURCE_BYTES} bytes"
        return NotUnderstood(place, reason, exercise)
    return Answer(exercise, data, place, named, written, remark)


def _in_zip(
    path: PurePosixPath, data: bytes, exercises: Sequence[Exercise], all_zips: Room
) -> Iterator[Found]:
    """Yield the answers in the files of a zip; none, if the zip is refused as a whole."""
    if all_zips.is_full:
        yield NotUnderstood(str(path), ZIPS_BEFORE, named_for(path, exercises))
        return
    room = Room.of_a_zip()
    try:
        yield from _unpacked(path, data, exercises, room)
    except TooLargeError as error:
        yield NotUnderstood(str(path), str(error), named_for(path, exercises))
    finally:
        all_zips.take_zip(room)


def _unpacked(
    path: PurePosixPath,
    data: bytes,
    exercises: Sequence[Exercise],
    room: Room,
    is_inner: bool = False,
) -> list[Found]:
    """Return what is found in the files of a zip, and, unless it is one itself, of zips in it.

    Raises
    ------
    TooLargeError
        If there is no room for these files.
    """
    found: list[Found] = []
    locked: list[NotUnderstood] = []

    def looked_at(names: list[str]) -> set[str]:
        paths = {PurePosixPath(name): name for name in names}
        environments = {each.parent for each in paths if each.name == ENVIRONMENT}
        kept = [
            each for each in paths if not is_aside(each) and environments.isdisjoint(each.parents)
        ]
        copies = Copies(kept)
        found.extend(Copied(f"{path}: {folder}") for folder in copies.folders)
        return {paths[each] for each in kept if not copies.has(each)}

    try:
        for name, content, written in list(members(data, looked_at, room)):
            place, file = f"{path}: {name}", PurePosixPath(name)
            if isinstance(content, ArchiveError):
                refused = locked if isinstance(content, LockedError) else found
                refused.append(NotUnderstood(place, str(content)))
                continue
            inside: Iterable[Found]
            if file.suffix.lower() != ".zip":
                inside = answers_in(name, content, exercises)
            elif is_inner:
                inside = [NotUnderstood(name, "it is a zip within a zip within a zip")]
            else:
                inside = _unpacked(file, content, exercises, room, is_inner=True)
            found += (_within(path, each, written) for each in inside)
    except TooLargeError:
        raise
    except ArchiveError as error:
        found = [NotUnderstood(str(path), str(error), named_for(path, exercises))]
    if len(locked) > 1:
        reason = f"{len(locked)} files in it are locked with a password"
        locked = [NotUnderstood(str(path), reason)]
    return [*found, *locked] or [NoAnswer(str(path), "there is no answer in it", frozenset())]


def _within(path: PurePosixPath, found: Found, written: datetime | None = None) -> Found:
    """Return what was found in a file of a zip or notebook, with the outer file in its place."""
    placed = replace(found, place=f"{path}: {found.place}")
    if isinstance(placed, Answer) and placed.written is None:
        placed = replace(placed, written=written)
    return placed


def is_aside(path: PurePosixPath) -> bool:
    """Whether a file is hidden, a tool's, or in a folder of such: no student puts work there."""
    return any(
        part in TOOLS or part.lower() in WINDOWS_FILES or (part.startswith(".") and part != "..")
        for part in path.parts
    )
