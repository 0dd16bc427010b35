"""From an attempt to its report: run, and where it failed, diagnose."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from .calls import Recorder
from .diagnose import diagnose
from .find import Exercise
from .load import LoadError, load
from .report import Report
from .run import run


def grade(exercise: Exercise, attempt: Callable[..., Any], file: Path | None = None) -> Report:
    """Return the report on an attempt.

    Parameters
    ----------
    exercise
        What it answers.
    attempt
        The function or class itself.
    file
        Where it comes from, if from a file.
    """
    if not callable(attempt):
        message = f"Expected the function {exercise.entry}, got {type(attempt).__name__}."
        return Report(exercise.slug, exercise.title, worth=exercise.points, message=message)
    recorder = Recorder(attempt)
    checks = tuple(run(exercise, recorder, file))
    passed = all(check.status == "pass" for check in checks)
    return Report(
        exercise.slug,
        exercise.title,
        worth=exercise.points,
        checks=checks,
        diagnosis=None if passed else diagnose(exercise, recorder.calls),
    )


def grade_file(exercise: Exercise, path: Path) -> Report:
    """Return the report on an attempt in a file; a file that does not load gives one, too."""
    try:
        attempt = load(path, exercise.entry)
    except LoadError as error:
        return Report(exercise.slug, exercise.title, worth=exercise.points, message=str(error))
    return grade(exercise, attempt, path)
