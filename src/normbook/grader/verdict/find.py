"""Finds exercises by looking: every folder with an ``exercise.toml`` is one.

They are the book's own, and those of one more folder, if ``NORMBOOK_EXERCISES`` names it, or a
learner works in a repository that has a ``.course`` (`know_course`). No other folder is searched,
since the tests of exercises are run without a sandbox.
"""

from __future__ import annotations

import ast
import difflib
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ...extras import install, lacking
from .errors import UserError
from .hints import Hint, parse
from .terms import Terms

EXERCISES = Path(__file__).parents[2] / "exercises"
ELSEWHERE = "NORMBOOK_EXERCISES"
"""The environment variable that names a folder of exercises besides the book's."""
COURSE = ".course"
"""The folder, in a repository for students, of the lecturer's own exercises."""
CHAPTERS = (
    *("scaling", "covariate_shift", "family", "layer_norm", "backward", "rms_norm"),
    *("placement", "depth", "epsilon", "architectures", "training", "why_norms_help", "beyond"),
    *("bugs", "capstone_iris", "capstone_transformer"),
)
"""The book's chapters, in its order."""

FIELDS: Mapping[str, type] = {
    "title": str,
    "chapter": str,
    "points": int,
    "entry": str,
    "requires": list,
    "difficulty": str,
    "minutes": int,
    "checks": dict,
}
"""The fields that ``exercise.toml`` must have, with their types."""
IN_WORDS: Mapping[type, str] = {
    str: "a text, in quotes",
    int: "a whole number",
    list: 'a list, as [] or ["numpy"]',
    dict: "the heading [checks], and below it a line for each test: test_it_doubles = 1",
}
"""What to write for a field of a type."""


class MalformedExerciseError(UserError, ValueError):
    """An exercise's folder is not as it should be; the message says what to mend."""


class NoExerciseError(UserError, LookupError):
    """There is no exercise of a name, or none in a folder."""


@dataclass(frozen=True, eq=False)
class Exercise:
    """One exercise, as its folder states it."""

    folder: Path
    title: str
    chapter: str
    points: int
    entry: str
    """The name of the function or class that an attempt defines."""
    requires: tuple[str, ...]
    """The packages that it needs beside Python."""
    difficulty: str
    minutes: int
    checks: Mapping[str, int]
    """The points of each test, by its name."""
    repair: bool = False
    """Whether the stub is code to mend, and not a place to write in."""
    forbids: tuple[str, ...] = ()
    """Names of PyTorch's functions that do what is to be written."""

    @property
    def is_own(self) -> bool:
        """Whether it is from a folder other than the book's."""
        return self.folder.parent != EXERCISES

    @property
    def slug(self) -> str:
        """The name of the folder."""
        return self.folder.name

    @property
    def terms(self) -> Terms:
        """What an attempt may use of PyTorch and other packages."""
        return Terms("torch" in self.requires, self.forbids, self.importable, self.is_class)

    @property
    def is_class(self) -> bool:
        """Whether an attempt defines a class, as its stub does."""
        try:
            tree = ast.parse(self.stub)
        except SyntaxError:  # a lecturer's own
            return False
        return any(isinstance(n, ast.ClassDef) and n.name == self.entry for n in tree.body)

    @property
    def packages(self) -> tuple[str, ...]:
        """The packages that a sandbox loads: those required, and NumPy, for passing values."""
        return tuple(sorted({"numpy", *self.requires}))

    @property
    def importable(self) -> tuple[str, ...]:
        """The packages that an attempt may import: those required and NumPy, or none if none is."""
        return self.packages if self.requires else ()

    @property
    def unmet(self) -> str:
        """Says which package is missing here, and how to install it; no text if none is."""
        missing = lacking(self.packages)
        return f"needs {missing[0]}. Install: {install(missing[0])}" if missing else ""

    @property
    def tests(self) -> Path:
        """The file of the tests."""
        return self.folder / "tests.py"

    @property
    def solution(self) -> Path:
        """The file of the solution; missing where students have the exercise."""
        return self.folder / "solution.py"

    @property
    def mutants(self) -> list[Path]:
        """Files of wrong answers, each named for its bug."""
        return sorted((self.folder / "mutants").glob("*.py"))

    @property
    def variants(self) -> list[Path]:
        """Files of right answers of an unusual kind."""
        return sorted((self.folder / "variants").glob("*.py"))

    @property
    def prompt(self) -> str:
        """The statement, in Markdown."""
        return self._read("prompt.md")

    @property
    def stub(self) -> str:
        """What an attempt starts from."""
        return self._read("stub.py")

    @property
    def hints(self) -> tuple[Hint, ...]:
        """The hints, from the gentlest to the plainest."""
        return parse(self._read("hints.md"))

    def _read(self, name: str) -> str:
        return read_text(self.folder / name)


def read_text(path: Path) -> str:
    """Return the text of a file in an exercise's folder.

    Raises
    ------
    MalformedExerciseError
        If it is not encoded in UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise MalformedExerciseError(
            f"{path.name} of {path.parent.name} is not in UTF-8, at byte {error.start}: save it so."
        ) from None


def load_exercise(folder: Path) -> Exercise:
    """Return the exercise in a folder.

    Raises
    ------
    MalformedExerciseError
        If ``exercise.toml`` is missing, is not UTF-8 or TOML, lacks a field, or its points do not
        add up.
    """
    path = folder / "exercise.toml"
    try:
        settings: dict[str, Any] = tomllib.loads(read_text(path))
    except FileNotFoundError:
        raise MalformedExerciseError(f"{folder.name}: there is no exercise.toml.") from None
    except tomllib.TOMLDecodeError as error:
        raise MalformedExerciseError(f"{path.name} of {folder.name}: {error}.") from None
    if wrong := [name for name, kind in FIELDS.items() if not isinstance(settings.get(name), kind)]:
        are = (repr(settings[name]) if name in settings else "missing" for name in wrong)
        said = (
            f"{name} is {it}; expected {IN_WORDS[FIELDS[name]]}."
            for name, it in zip(wrong, are, strict=True)
        )
        raise MalformedExerciseError(f"exercise.toml of {folder.name}: " + "\n".join(said))
    if not isinstance(settings.setdefault("repair", False), bool):
        raise MalformedExerciseError(f"exercise.toml of {folder.name}: repair is true or false.")
    if not isinstance(settings.setdefault("forbids", []), list):
        raise MalformedExerciseError(
            f"exercise.toml of {folder.name}: forbids is {settings['forbids']!r}; expected a list "
            'of names of functions, such as ["layer_norm"].'
        )
    if unknown := settings.keys() - FIELDS.keys() - {"repair", "forbids"}:
        raise MalformedExerciseError(
            f"exercise.toml of {folder.name}: unknown field {min(unknown)!r}."
        )
    for check, points in settings["checks"].items():
        if not isinstance(points, int):
            raise MalformedExerciseError(
                f"exercise.toml of {folder.name}: {check} is {points!r}; expected its points."
            )
    if sum(settings["checks"].values()) != settings["points"]:
        raise MalformedExerciseError(
            f"exercise.toml of {folder.name}: the checks have {sum(settings['checks'].values())} "
            f"points in all, and points is {settings['points']}."
        )
    settings["requires"] = tuple(settings["requires"])
    settings["forbids"] = tuple(settings["forbids"])
    settings["checks"] = MappingProxyType(settings["checks"])
    return Exercise(folder=folder.absolute(), **settings)


def find_all() -> tuple[Exercise, ...]:
    """Return all exercises, by name.

    Raises
    ------
    NoExerciseError
        If there is none in the folder that the environment names.
    MalformedExerciseError
        If an exercise is not as it should be, or two have one name.
    """
    return _find_in(Path.cwd(), *folders())


def folders() -> list[Path]:
    """Return the folders in which exercises are looked for."""
    elsewhere = os.environ.get(ELSEWHERE)
    return [EXERCISES, Path(elsewhere)] if elsewhere else [EXERCISES]


def know_course() -> None:
    """Have the exercises of ``.course`` known, if the current folder has one and no other is named.

    It is for learners, in a repository of theirs: where marks are given, only a folder that was
    named is searched.
    """
    course = Path(COURSE)
    if not os.environ.get(ELSEWHERE) and any(course.glob("*/exercise.toml")):
        os.environ[ELSEWHERE] = str(course.resolve())  # other processes see it, too


@cache
def _find_in(here: Path, *folders: Path) -> tuple[Exercise, ...]:
    """Return the exercises of some folders, which may be relative to the folder ``here``."""
    found: dict[str, Exercise] = {}
    for folder in folders:
        paths = sorted(folder.glob("*/exercise.toml"))
        if not paths:
            raise NoExerciseError(
                f"There is no exercise in {folder}; expected a folder for each, with an "
                "exercise.toml."
            )
        for path in paths:
            exercise = load_exercise(path.parent)
            if exercise.slug in found:
                raise MalformedExerciseError(
                    f"{path.parent}: there is an exercise {exercise.slug} in the book; rename the "
                    "folder."
                )
            found[exercise.slug] = exercise
    return tuple(found[slug] for slug in sorted(found))


def as_read(exercises: Iterable[Exercise]) -> list[Exercise]:
    """Return exercises in the order in which the book comes to them."""
    return sorted(exercises, key=lambda each: (*_chapter(each), each.minutes, each.slug))


def _chapter(exercise: Exercise) -> tuple[int, str]:
    """Return a key that sorts by chapter, as the book has them; other chapters come last."""
    name = exercise.chapter
    return (CHAPTERS.index(name) if name in CHAPTERS else len(CHAPTERS)), name


def find(slug: str) -> Exercise:
    """Return one exercise.

    Raises
    ------
    NoExerciseError
        If there is none of that name; the message suggests one.
    MalformedExerciseError
        As of `find_all`.
    """
    by_slug = {exercise.slug: exercise for exercise in find_all()}
    if slug in by_slug:
        return by_slug[slug]
    near = difflib.get_close_matches(str(slug), by_slug, n=1)
    suggestion = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(by_slug)}."
    raise NoExerciseError(f"There is no exercise {slug!r}; {suggestion}")


def find_again() -> None:
    """Search for exercises again at the next call; else they are searched for only once."""
    _find_in.cache_clear()


def explain(mutant: Path) -> str:
    """Return what a mutant's docstring tells a learner, in one paragraph."""
    docstring = ast.get_docstring(ast.parse(mutant.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.split())
