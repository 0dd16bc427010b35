"""From an attempt to its report: run, and where it failed, diagnose."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .attempt import Attempt, Channel, Direct, Gone
from .diagnose import diagnose
from .find import Exercise
from .load import LoadError, load
from .report import Report, failed
from .run import Watch, run

if TYPE_CHECKING:
    from .sandbox import Limits, Sandbox


def grade(
    exercise: Exercise, attempt: Any, file: Path | None = None, watch: Watch | None = None
) -> Report:
    """Return the report on an attempt in this process.

    Parameters
    ----------
    exercise
        What it answers.
    attempt
        The function or class itself.
    file
        Where it comes from, if from a file.
    watch
        As of `run`.
    """
    if not callable(attempt):
        message = f"Expected {exercise.entry}, got {type(attempt).__name__}."
        return failed(exercise, message)
    return grade_through(exercise, Direct(attempt, file), watch)


def grade_through(exercise: Exercise, channel: Channel, watch: Watch | None = None) -> Report:
    """Return the report on the attempt at the other end of a channel."""
    attempt = Attempt(channel)
    checks = tuple(run(exercise, attempt, watch))
    passed = all(check.status == "pass" for check in checks)
    return Report(
        exercise.slug,
        exercise.title,
        worth=exercise.points,
        checks=checks,
        diagnosis=None if passed else diagnose(exercise, attempt.steps),
    )


def grade_file(exercise: Exercise, path: Path) -> Report:
    """Return the report on an attempt in a file; a file that does not load gives one, too."""
    try:
        attempt = load(path, exercise.entry)
    except LoadError as error:
        return failed(exercise, str(error))
    return grade(exercise, attempt, path)


def grade_apart(exercise: Exercise, path: Path, sandbox: Sandbox, limits: Limits) -> Report:
    """Return the report on an attempt in a file, run in a process of its own."""
    try:
        with sandbox.open(path, exercise.entry, limits) as channel:
            return grade_through(exercise, channel)
    except LoadError as error:
        return failed(exercise, str(error))
    except Gone as gone:
        return failed(exercise, str(gone), gone.status)


def grade_all(
    attempts: Sequence[tuple[Exercise, Path]], isolated: bool, seconds: float
) -> Generator[Report, None, None]:
    """Yield the report on each attempt, in order, each run in a process of its own.

    Parameters
    ----------
    attempts
        Exercises, each with the file of its attempt.
    isolated
        Whether to refuse the attempts files, processes and the network, too.
    seconds
        What each may take.

    Raises
    ------
    RuntimeError
        If they are to be isolated, and this system cannot.
    """
    from .sandbox import AVAILABLE, Limits, Sandbox

    if not AVAILABLE and not isolated:
        yield from (grade_file(exercise, path) for exercise, path in attempts)
        return
    with contextlib.ExitStack() as stack:
        sandboxes: dict[tuple[str, ...], Sandbox] = {}
        for exercise, path in attempts:
            packages = exercise.packages
            if packages not in sandboxes:
                sandboxes[packages] = stack.enter_context(Sandbox(packages, locked=isolated))
            yield grade_apart(exercise, path, sandboxes[packages], Limits(seconds))


def missing(exercise: Exercise, path: Path) -> Report:
    """Return the report where there is no attempt."""
    message = f"There is no {path}. Begin with: normbook start {exercise.slug}"
    return failed(exercise, message, "not run")
