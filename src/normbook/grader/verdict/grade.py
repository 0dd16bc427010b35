"""Grades an attempt: runs the tests, and where one failed, diagnoses."""

from __future__ import annotations

import contextlib
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from .attempt import Attempt, Channel, Direct, Gone
from .calls import with_calls
from .deadline import Bound
from .diagnose import diagnose
from .find import Exercise
from .load import LoadError, load, modules_removed
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
    return grade_through(exercise, Direct(attempt, file, exercise.terms), watch)


def grade_through(
    exercise: Exercise,
    channel: Channel,
    watch: Watch | None = None,
    bound: Bound = nullcontext,
    seed: int | None = None,
) -> Report:
    """Return the report on the attempt at the other end of a channel.

    Each check, and the diagnosis, is made in what ``bound`` opens. There is no diagnosis where it
    does not come to its end. With a seed, what passes is asked anew with other numbers.
    """
    attempt = Attempt(channel)
    checks = tuple(run(exercise, attempt, watch, bound))
    diagnosis = None
    has_solution = exercise.solution.is_file()  # of a course's own, it stays with who set it
    if has_solution and any(check.status != "pass" for check in checks):
        with contextlib.suppress(Gone), bound(), modules_removed():
            diagnosis = diagnose(exercise, attempt.steps, checks)
    checks = with_calls(checks, attempt.steps, exercise.entry)
    if seed is not None:
        from .drawn import ask_anew  # a learner's verdict does without

        with modules_removed():
            checks = ask_anew(exercise, attempt.steps, checks, channel, seed, bound)
    return Report(
        exercise.slug,
        exercise.title,
        worth=exercise.points,
        checks=checks,
        diagnosis=diagnosis,
    )


def grade_file(exercise: Exercise, path: Path) -> Report:
    """Return the report on an attempt in a file; a file that does not load gives one, too."""
    remarks: list[str] = []
    with modules_removed():
        try:
            attempt = load(path, exercise.entry, remarks.append, exercise.packages)
        except LoadError as error:
            return failed(exercise, str(error))
        return replace(grade(exercise, attempt, path), remark=" ".join(remarks))
