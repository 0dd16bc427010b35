"""Grades an attempt: runs the tests, and where one failed, diagnoses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .attempt import Attempt, Channel, Direct
from .diagnose import diagnose
from .find import Exercise
from .load import LoadError, load
from .report import Report, failed
from .run import Watch, run


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
        diagnosis=None if passed else diagnose(exercise, attempt.steps, checks),
    )


def grade_file(exercise: Exercise, path: Path) -> Report:
    """Return the report on an attempt in a file; a file that does not load gives one, too."""
    try:
        attempt = load(path, exercise.entry)
    except LoadError as error:
        return failed(exercise, str(error))
    return grade(exercise, attempt, path)
