"""Grades what one student handed in, within a time in all, so that a loop costs no other answer.

Each answer has its share of the time that is left; what one does not use, the others have. An
answer that is stopped, times out or crashes is tried once more behind all others, with a share of
what is left then, and that counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, wait
from dataclasses import replace

from ..fence.limits import Limits
from ..verdict.errors import CannotGradeError
from ..verdict.find import Exercise, find
from ..verdict.report import DOUBTFUL, Report, failed
from .schedule import Crew
from .submissions import Submission
from .workers import processes, report_on

STOPPED = (
    "It was stopped: all answers together have {:g} minutes, and this one took more than its "
    "share. Does it loop without end, or wait?"
)


def grade_in_time(
    submissions: Sequence[Submission],
    seconds: float,
    limits: Limits,
    seed: int | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[tuple[Exercise, Report]]:
    """Yield each exercise with the report on its answer, when it is known, and again if it changes.

    Parameters
    ----------
    submissions
        The answers.
    seconds
        How long all of it may take.
    limits
        What each attempt may use.
    seed
        Draws other numbers; see `grade_apart`.
    clock
        Tells the time in seconds.

    Raises
    ------
    CannotGradeError
        If the grader itself failed, twice.
    """
    end = clock() + seconds
    stopped = STOPPED.format(seconds / 60)
    crew = Crew(lambda: processes(1))
    try:
        again: list[tuple[Submission, Report]] = []
        for place, each in enumerate(submissions):
            share = (end - clock()) / (len(submissions) - place)
            report = _report(each, crew, share, limits, seed)
            found = report or failed(each.exercise, stopped, "timeout")
            if found.status in DOUBTFUL:
                again.append((each, found))
            yield each.exercise, found
        for place, (each, before) in enumerate(again):
            share = (end - clock()) / (len(again) - place)
            if share > 0:
                report = _report(each, crew, share, limits, seed)
                yield each.exercise, replace(report or before, tries=2)
    finally:
        crew.close()


def _report(
    submission: Submission, crew: Crew, seconds: float, limits: Limits, seed: int | None
) -> Report | None:
    """Return the report on an answer; None if it was stopped, as it took longer than allowed."""
    slug, source = submission.exercise.slug, submission.source
    for is_last in (False, True):
        future = crew.open()[0].submit(report_by_name, slug, source, limits, seed)
        if not wait([future], max(seconds, 0)).done:
            crew.close()  # which ends the worker, whatever it is at
            return None
        try:
            return future.result()
        except (BrokenExecutor, CannotGradeError) as error:
            crew.close()
            if is_last:
                raise CannotGradeError(f"{slug}: {error}") from error
    return None


def report_by_name(slug: str, source: bytes, limits: Limits, seed: int | None) -> Report:
    """Return the report on the source of an answer to the exercise of this name, in a worker."""
    return report_on(find(slug), source, limits, seed)
