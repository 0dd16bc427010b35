"""Grades an attempt: runs the tests, and if one fails, diagnoses why."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from ...threads import one_thread
from .attempt import Attempt, Channel, Direct, Gone
from .calls import with_calls
from .deadline import Bound
from .diagnose import compare, diagnose
from .find import Exercise
from .fresh import fresh
from .load import LoadError, execute, modules_removed, read, require_callable
from .remembered import remembered, wavering
from .report import Report, failed
from .run import Watch, run


def grade(
    exercise: Exercise,
    attempt: Any,
    file: Path | None = None,
    watch: Watch | None = None,
    again: Callable[[], Any] | None = None,
) -> Report:
    """Return the report on an attempt in this process.

    Parameters
    ----------
    exercise
        The exercise that it is an attempt at.
    attempt
        The function or class itself.
    file
        The file that it was loaded from, if there is one.
    watch
        Called before the first test and after each, as `run` says.
    again
        Loads the attempt anew, so that what it keeps from call to call is found; None, if there is
        nothing that it could be loaded from.
    """
    try:
        require_callable(attempt, exercise.entry)
    except LoadError as error:
        return failed(exercise, str(error))
    return grade_through(exercise, Direct(attempt, file, exercise.terms, again), watch)


def grade_through(
    exercise: Exercise,
    channel: Channel,
    watch: Watch | None = None,
    bound: Bound = nullcontext,
    seed: int | None = None,
) -> Report:
    """Return the report on the attempt at the other end of a channel.

    Parameters
    ----------
    exercise
        The exercise that it is an attempt at.
    channel
        The way to the attempt.
    watch
        Called before the first test and after each, as `run` says.
    bound
        Opens the context for each check and for the diagnosis: a limit of time, say. Where it ends
        `diagnose`, the report has no diagnosis; of what ends later it keeps what was found before.
    seed
        With a seed, checks that pass are asked again with other numbers (`drawn`).
    """
    for package in exercise.requires:  # only of what is loaded are the threads counted
        with contextlib.suppress(ImportError):
            import_module(package)
    with one_thread(), fresh():
        attempt = Attempt(channel)
        checks = tuple(run(exercise, attempt, watch, bound))
        diagnosis = None
        has_solution = exercise.solution.is_file()  # students of a course do not get its solutions
        if has_solution and any(check.status != "pass" for check in checks):
            with contextlib.suppress(Gone), bound(), modules_removed():
                comparison = compare(exercise, attempt.steps, checks)
                diagnosis = diagnose(comparison, checks)
                is_named = diagnosis is not None and diagnosis.bugs
                kept = None if is_named else remembered(comparison, checks, channel)
                diagnosis = kept or wavering(comparison, checks, channel, diagnosis) or diagnosis
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
    with fresh(), modules_removed():
        try:
            source = read(path)
            load = partial(execute, source, path, exercise.entry, packages=exercise.importable)
            attempt = load(remarks.append)
        except LoadError as error:
            return failed(exercise, str(error))
        again = partial(load, list[str]().append)
        return replace(grade(exercise, attempt, path, again=again), remark=" ".join(remarks))
