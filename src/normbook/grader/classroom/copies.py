"""Knows copies of this book among what students hand in: its own solutions are nobody's answer.

Who has GitHub grade each push of a copy of the repository hands that in, and with it solutions,
variants and mutants, of each exercise. A copy is known by which files lie side by side, whatever
the folder is called, and whichever version it is of: a whole repository or sdist, the package in it
or of an unpacked wheel, or the folder of an exercise. What else lies there is the student's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from pathlib import PurePosixPath

EXERCISE = frozenset({"exercise.toml", "tests.py"})
"""Files by which the folder of an exercise is known."""
OF_AN_EXERCISE = frozenset(
    {*EXERCISE, "hints.md", "prompt.md", "solution.py", "mutants", "variants"}
)
"""What else lies in it; ``stub.py`` is read, for a student may have written into it."""
PACKAGE = frozenset({"__init__.py", "exercises", "grader", "norms"})
"""Files and folders by which this package is known."""
PART = frozenset({"__init__.py", "_checks.py", "conditional_layer_norm.py", "instance_norm.py"})
"""Files by which its NumPy or its PyTorch is known, where nothing else of it was copied."""
SOURCES = "src"
"""The folder of the repository that has the package."""
OF_THE_REPOSITORY = frozenset(
    {"ARCHITECTURE.md", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE"}
    | {"LICENSE-CC-BY-4.0", "LICENSE-TEXT", "Makefile", "PKG-INFO", "README.md", "SECURITY.md"}
    | {"_build", "_config.yml", "_toc.yml", "binder", "biome.json", "book", "constraints.txt"}
    | {"dist", "package-lock.json", "package.json", "pyproject.toml", "requirements-dev.txt"}
    | {"requirements.txt", "tests", "tools"}
)
"""What lies in the repository, beside what is hidden and the package; attempts do not lie there."""
METADATA = (".dist-info", ".egg-info")
"""How the name of a folder ends that pip and wheels have beside a package."""


class Copies:
    """The copies of this book among some files.

    Parameters
    ----------
    files
        The files' names, with their folders.
    """

    def __init__(self, files: Iterable[PurePosixPath]) -> None:
        inside: dict[PurePosixPath, set[str]] = defaultdict(set)
        for file in files:
            below = file
            for folder in file.parents:
                known = below.name in inside[folder]
                inside[folder].add(below.name)
                if known:
                    break
                below = folder
        self._owned = dict(_owned(inside))
        copies = [folder for folder in self._owned if not self._is_within_another(folder)]
        self.folders = tuple(sorted(map(str, copies)))
        """The copies' folders, but for those within others; "." for the one of all files."""

    def has(self, file: PurePosixPath) -> bool:
        """Whether a file is the book's, and no student's, by where it lies."""
        if any(part.endswith(METADATA) for part in file.parts[:-1]):
            return True
        below = file
        for folder in file.parents:
            owned = self._owned.get(folder, frozenset())
            if owned == PACKAGE:
                return not _may_be_an_attempt(file, folder)
            if below.name in owned:
                return True
            below = folder
        return False

    def _is_within_another(self, folder: PurePosixPath) -> bool:
        return any(parent in self._owned for parent in folder.parents)


def _owned(
    inside: Mapping[PurePosixPath, Set[str]],
) -> Iterable[tuple[PurePosixPath, frozenset[str]]]:
    """Yield the folders of copies, each with what is the book's in it.

    Of a package, for which `PACKAGE` stands, that is all but what lies among the exercises.
    """
    for folder, names in inside.items():
        if names >= EXERCISE:
            yield folder, OF_AN_EXERCISE
        elif names >= PACKAGE or names >= PART:
            yield folder, PACKAGE
        elif any(inside[each] >= PACKAGE for each in _folders(inside, folder / SOURCES)):
            yield folder, OF_THE_REPOSITORY


def _folders(
    inside: Mapping[PurePosixPath, Set[str]], folder: PurePosixPath
) -> list[PurePosixPath]:
    """Return the folders in a folder."""
    return [folder / name for name in inside.get(folder, ()) if folder / name in inside]


def _may_be_an_attempt(file: PurePosixPath, package: PurePosixPath) -> bool:
    """Whether a file lies where ``normbook start`` puts attempts, if it is called in a package.

    Of an exercise's own folder there, other files than the exercise's may be.
    """
    return package / "exercises" in file.parents
