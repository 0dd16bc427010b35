"""Grades attempts, each in a process of its own."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from ..verdict.attempt import BrokenChannelError, Gone
from ..verdict.deadline import watched
from ..verdict.errors import CannotGradeError
from ..verdict.find import Exercise
from ..verdict.load import LoadError
from ..verdict.report import DOUBTFUL, Report, failed
from .limits import Limits
from .sandbox import AVAILABLE, Sandbox


def grade_apart(
    exercise: Exercise, path: Path, sandbox: Sandbox, limits: Limits, seed: int | None = None
) -> Report:
    """Return the report on an attempt in a file, run in a process of its own.

    With a seed, each check that passes is tried again with numbers drawn from it; see `drawn`.

    Raises
    ------
    CannotGradeError
        If the sandbox broke, so that there is no verdict.
    """
    from ..verdict.grade import grade_through  # loads pytest, while the sandbox loads its packages

    try:
        checks = len(exercise.checks)
        opened = sandbox.open(path, exercise.entry, limits, checks, exercise.terms)
        with opened as channel, watched() as bound:
            report = grade_through(exercise, channel, bound=bound, seed=seed)
            return replace(report, remark=channel.remark)
    except LoadError as error:
        return failed(exercise, str(error))
    except Gone as gone:
        return failed(exercise, str(gone), gone.status)
    except BrokenChannelError as error:
        raise CannotGradeError(str(error)) from error


def grade_all(
    attempts: Sequence[tuple[Exercise, Path]],
    isolated: bool,
    seconds: float,
    seed: int | None = None,
) -> Generator[Report, None, None]:
    """Yield the report on each attempt, in order, each run in a process of its own.

    Parameters
    ----------
    attempts
        Exercises, each with the file of its attempt.
    isolated
        Whether to refuse attempts files, processes and the network, too, as is done where points
        count. An attempt that takes too long or ends its process is then tried once more. Without
        isolation it is not, so that a learner is told of a loop at once.
    seconds
        The processor time that each attempt may take.
    seed
        What draws other numbers; see `grade_apart`.

    Raises
    ------
    CannotGradeError
        If attempts are to be isolated and this system cannot, or if a sandbox broke.
    """
    if not AVAILABLE and not isolated:
        from ..verdict.grade import grade_file

        yield from (grade_file(exercise, path) for exercise, path in attempts)
        return
    with contextlib.ExitStack() as stack:
        sandboxes: dict[tuple[str, ...], Sandbox] = {}
        for exercise, path in attempts:
            if exercise.unmet:
                yield failed(exercise, f"It {exercise.unmet}", "not run")
                continue
            packages = exercise.packages
            if packages not in sandboxes:
                sandboxes[packages] = stack.enter_context(Sandbox(packages, locked=isolated))
            sandbox, limits = sandboxes[packages], Limits(seconds)
            try_it = partial(grade_apart, exercise, path, sandbox, limits, seed)
            report = try_it()
            doubtful = isolated and report.status in DOUBTFUL
            yield replace(try_it(), tries=2) if doubtful else report
