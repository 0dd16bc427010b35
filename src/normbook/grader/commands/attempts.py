"""The folder that a learner works in: attempts, and what is kept of them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ...files import write_whole
from ..terminal import say
from ..verdict.errors import UserError
from ..verdict.find import Exercise, find, find_all

if TYPE_CHECKING:
    from ..verdict.report import Report

Kept = TypeVar("Kept")

ATTEMPTS = Path("exercises")
"""The folder of attempts, below the current one."""
ASSIGNMENT = Path("assignment.toml")
"""What is asked for in a repository that was given out."""
HINTS_TAKEN = ATTEMPTS / ".hints.json"
"""By exercise, the hints that were shown: a number, of which each bit is one hint; see `Taken`."""
EARNED = ATTEMPTS / ".earned.json"
"""By exercise, the points that its attempt earned when it was last graded."""
FAILING = ATTEMPTS / ".failing.json"
"""By exercise, what was wrong when it was last graded; see `Report.wrong`."""


def attempt_path(exercise: Exercise) -> Path:
    """Return where an attempt is kept, below the current folder."""
    return ATTEMPTS / f"{exercise.slug}.py"


def require_above() -> None:
    """Refuse to work inside the folder of attempts, where another such folder would be made.

    Raises
    ------
    UserError
        If the current folder is that of the attempts.
    """
    here = Path.cwd()
    if here.name == ATTEMPTS.name and any((here / f"{e.slug}.py").exists() for e in find_all()):
        raise UserError(f"You are in {ATTEMPTS}/ itself. First: cd ..")


def started() -> list[Exercise]:
    """Return the exercises that have an attempt."""
    return [exercise for exercise in find_all() if attempt_path(exercise).exists()]


def asked_for() -> Sequence[Exercise]:
    """Return the exercises of the assignment in the current folder; without one, all there are."""
    if not ASSIGNMENT.is_file():
        return find_all()
    from ..classroom.assignment import read_assignment

    return read_assignment(ASSIGNMENT).exercises


def chosen(names: Sequence[str]) -> list[Exercise]:
    """Return the exercises of some names; the path of an attempt stands for its exercise, too.

    Raises
    ------
    UserError
        If there is no such exercise, or a path is not where its attempt is kept.
    """
    return [of_path(Path(name)) if name.endswith(".py") else find(name) for name in names]


def of_path(path: Path) -> Exercise:
    """Return the exercise that a file is an attempt at, by its name; it has to be in its place."""
    exercise = find(path.stem)
    kept = attempt_path(exercise)
    if path.resolve() != kept.resolve():  # one of the two may be named through a link
        raise UserError(f"Attempts are graded in {ATTEMPTS}/: put {path} there, as {kept}.")
    return exercise


def stamp(exercise: Exercise) -> int | None:
    """Return when an attempt was saved, in ns; None without a file, as while an editor saves."""
    try:
        return attempt_path(exercise).stat().st_mtime_ns
    except FileNotFoundError:
        return None


def keep(reports: Sequence[Report]) -> None:
    """Keep what attempts earned, for ``normbook list``; what is wrong, for ``normbook hint``."""
    if not ATTEMPTS.is_dir():
        return
    earned = read_numbers(EARNED) | {r.slug: r.points for r in reports}
    wrong = read_groups(FAILING) | {r.slug: [*map(sorted, r.wrong)] for r in reports}
    failing = {slug: groups for slug, groups in wrong.items() if any(groups)}
    write_kept({EARNED: earned, FAILING: failing})


def unsolved(exercises: Sequence[Exercise]) -> list[Exercise]:
    """Return those that have not earned all their points."""
    earned = read_numbers(EARNED)
    return [each for each in exercises if earned.get(each.slug) != each.points]


def read_groups(path: Path) -> dict[str, list[list[str]]]:
    """Return the groups of names that a file of ours keeps for each exercise."""
    return read_kept(path, lambda groups: [[str(name) for name in names] for names in groups])


def read_numbers(path: Path) -> dict[str, int]:
    """Return the number that a file of ours keeps for each exercise."""
    return read_kept(path, int)


def read_kept(path: Path, convert: Callable[[Any], Kept]) -> dict[str, Kept]:
    """Return what a file of ours keeps for each exercise, its values converted; {} without a file.

    A file that cannot be understood is renamed, which is said, so that nothing overwrites it.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        return {slug: convert(value) for slug, value in content.items()}
    except FileNotFoundError:
        return {}
    except (ValueError, AttributeError, TypeError, OverflowError, RecursionError):
        spoilt = path.with_name(f"{path.name}.{timestamp()}.bak")
        path.rename(spoilt)
        say(f"{path} is spoilt, and counts as empty. It is kept as {spoilt}.", sys.stderr)
        return {}


def write_kept(files: Mapping[Path, Mapping[str, object]]) -> None:
    """Keep numbers or names in files of ours; where none can be written, say so and go on."""
    try:
        for path, kept in files.items():
            path.parent.mkdir(exist_ok=True)
            write_whole(path, json.dumps(kept, indent=1).encode())
    except OSError as error:
        say(f"This is not kept for next time: {path}: {error.strerror}", sys.stderr)


def timestamp() -> str:
    """Return the time, as the names of backups have it."""
    return f"{datetime.now():%Y-%m-%d-%H%M%S-%f}"
