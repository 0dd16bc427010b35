"""Tells whose gradebook an earlier run left in a folder, so that no other class's overwrites it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..verdict.errors import UserError
from .assignment import number
from .gradebook import JSON, Gradebook
from .page import counted
from .people import some


class AnothersGradebookError(UserError):
    """The folder has the gradebook of other work; the message says what to do."""


@dataclass(frozen=True)
class Earlier:
    """What `gradebook.json` says of the run that wrote it."""

    folder: str
    """The folder of submissions, as an absolute path; no text if an older normbook wrote it."""
    title: str
    exercises: frozenset[str]
    students: int
    files: tuple[str, ...]
    """The files that it wrote."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """What each student earned in all, by the student's key; `OPEN_MARK` if some of it was open."""
    by_number: Mapping[str, str] = field(default_factory=dict)
    """The same by the student's number, if it had one: with a folder's name the key changes."""

    @property
    def name(self) -> str:
        """The name of the folder of submissions."""
        return Path(self.folder).name

    def is_of_folder(self, folder: Path) -> bool:
        """Whether its submissions were in this folder, which may have been moved since.

        A folder of the same name is another one while the first is where it was.
        """
        if not self.folder or Path(self.folder) == folder:
            return True
        return self.name == folder.name and not Path(self.folder).exists()


def read_earlier(out: Path) -> Earlier | None:
    """Return what an earlier run left in a folder; None if there is nothing that tells."""
    try:
        kept = json.loads((out / JSON).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    match kept:
        case {"title": str(title), "exercises": list(exercises), "students": list(students)}:
            slugs = (each.get("slug") for each in exercises if isinstance(each, dict))
            files = kept.get("files")
            return Earlier(
                str(kept.get("folder", "")),
                title,
                frozenset(map(str, slugs)),
                len(students),
                tuple(map(str, files)) if isinstance(files, list) else (),
                dict(_marks(students, "student")),
                dict(_marks(students, "number")),
            )
    return None


OPEN_MARK = "open"


def _marks(students: list[Any], known_by: str) -> Iterator[tuple[str, str]]:
    for each in students:
        match each:
            case {"total": int() | float() as total, "complete": bool(whole)}:
                if name := each.get(known_by):
                    yield str(name), _mark(total, whole)


def _mark(total: float, complete: bool) -> str:
    return number(Fraction(total)) if complete else OPEN_MARK


def changed_marks(earlier: Earlier, book: Gradebook) -> Iterator[str]:
    """Yield lines on the marks that the gradebook before had otherwise, or did not have yet."""
    changes: list[str] = []
    filled: list[str] = []
    for student in book.students:
        by_key = earlier.marks.get(student.key)
        before = earlier.by_number.get(book.people[student.key].number, by_key)
        now = _mark(float(book.total(student)), book.is_complete(student))
        if before not in (None, now):
            list_of = filled if before == OPEN_MARK else changes
            list_of.append(f"{student.called} {before} → {now}")
    if changes:
        yield f"Other marks than in the gradebook before: {some(changes)}."
    if filled:
        yield f"Open in the gradebook before, and marked now: {some(filled)}."


def refuse_another_s(
    out: Path,
    earlier: Earlier,
    folder: Path,
    title: str,
    exercises: Collection[str],
    students: Collection[str] = (),
) -> None:
    """Refuse to write into a folder that has the gradebook of another folder or assignment.

    More or fewer students and exercises make no other assignment; another title does, and other
    exercises altogether. ``students`` are the keys of those whose work is here: if they are a part
    of the class, its gradebook is not to be given up for theirs.

    Raises
    ------
    AnothersGradebookError
        If it has.
    """
    here = folder.resolve()
    was = f"“{earlier.title}”{earlier.name and f' in {earlier.name}'}"
    now = f"“{title}”"
    if not earlier.is_of_folder(here):
        same_name = earlier.name == here.name
        was, now = (earlier.folder, str(here)) if same_name else (earlier.name, here.name)
    elif earlier.title == title:
        nothing = not earlier.exercises or not exercises
        if nothing or not earlier.exercises.isdisjoint(exercises):
            return
        was, now = ", ".join(sorted(earlier.exercises)), ", ".join(sorted(exercises))
    begin = f"{out}/ is of {was} ({counted(earlier.students, 'student')}), and this is {now}. Name "
    if 0 < len(students) < earlier.students and earlier.marks.keys() >= set(students):
        raise AnothersGradebookError(begin + PART_OF_A_CLASS)
    raise AnothersGradebookError(
        f"{begin}another folder with --out, or, if it is the same work all the same, delete "
        f"{out / JSON} first: no verdict is lost."
    )


PART_OF_A_CLASS = (
    "another folder with --out for these alone. To grade some of the class anew, put what they "
    "handed in into the folder of the class, name that, and each with --only NAME: the others keep "
    "their marks."
)


def remove_left_over(out: Path, earlier: Earlier, files: Collection[str]) -> list[str]:
    """Remove what the earlier run wrote and this one does not; return the names.

    These are pages of students who have left the class, and imports that nobody is in any more.
    """
    removed = []
    for name in sorted(set(earlier.files) - set(files)):
        path = out / name
        if path.resolve().is_relative_to(out.resolve()) and path.is_file():
            path.unlink()
            removed.append(name)
    return removed
