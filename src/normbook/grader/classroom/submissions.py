"""Finds what students handed in: a folder a student, a file an exercise."""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..verdict.find import Exercise, find_all
from ..verdict.load import MAX_SOURCE_BYTES, LoadError


@dataclass(frozen=True)
class Submission:
    """A file that a student handed in."""

    student: str
    exercise: Exercise
    home: Path
    """The student's folder."""
    path: Path

    def read(self) -> bytes:
        """Return what is in the file.

        Raises
        ------
        LoadError
            If it is not a file of a sensible size in the student's own folder.
        """
        try:
            real = self.path.resolve(strict=True)
            # A link to the file of another student would earn what that one earns.
            if not real.is_relative_to(self.home):
                raise LoadError(
                    f"{self.path.name} is a link that leads out of the student's folder."
                )
            if not real.is_file():
                raise LoadError(f"{self.path.name} is not a file.")
            if real.stat().st_size > MAX_SOURCE_BYTES:
                raise LoadError(f"{self.path.name} has more than {MAX_SOURCE_BYTES} bytes.")
            return real.read_bytes()
        except (OSError, RuntimeError) as error:  # a link to nothing, or in a circle
            raise LoadError(f"{self.path.name} cannot be read: {type(error).__name__}.") from None


def find_students(folder: Path, out: Path) -> list[str]:
    """Return the names of the students' folders; hidden ones, and ``out``, are none."""
    return sorted(
        entry.name
        for entry in folder.iterdir()
        if entry.is_dir() and not entry.name.startswith(".") and entry.resolve() != out.resolve()
    )


def find_submissions(folder: Path, students: Sequence[str]) -> list[Submission]:
    """Return what each student handed in; of two files for an exercise, the first place counts."""
    found = []
    for student, exercise in itertools.product(students, find_all()):
        name = f"{exercise.slug}.py"
        for path in (folder / student / name, folder / student / "exercises" / name):
            if os.path.lexists(path):
                found.append(Submission(student, exercise, folder.resolve() / student, path))
                break
    return found
