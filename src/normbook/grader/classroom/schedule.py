"""Has workers grade tasks, so that an attempt which breaks a worker costs no other its verdict."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass

from ..verdict.find import Exercise
from ..verdict.report import failed, shorten
from .results import Verdict
from .workers import Workers, get_ready, grade_source


@dataclass(frozen=True)
class Task:
    """An attempt to be graded."""

    student: str
    exercise: Exercise
    source: bytes


def grade_tasks(
    tasks: Iterator[Task], workers: Workers, seconds: float
) -> Generator[tuple[Task, Verdict], None, None]:
    """Yield tasks with their verdicts, as they come.

    A worker that breaks takes others' attempts with it. Each of those is tried again by itself, so
    that only the one that breaks a worker twice gets the verdict "crash".

    Parameters
    ----------
    tasks
        What is to be graded.
    workers
        Opens an executor, anew where one broke.
    seconds
        What each attempt may take.
    """
    first = next(tasks, None)
    while first is not None:
        lost: list[Task] = []
        with ready(workers) as (executor, count):
            some = itertools.chain([first], tasks)
            yield from _grade_until_broken(some, executor, 2 * count, seconds, lost)
        for task in lost:
            with ready(workers) as (executor, _):
                verdict = _grade_alone(task, executor, seconds)
            yield task, verdict
        first = next(tasks, None)


@contextlib.contextmanager
def ready(workers: Workers) -> Iterator[tuple[Executor, int]]:
    """Open an executor, and see that it can grade.

    Raises
    ------
    RuntimeError
        If it cannot.
    """
    with workers() as (executor, count):
        try:
            executor.submit(get_ready).result()
        except Exception as error:
            message = f"No worker can grade: {type(error).__name__}: {error}"
            raise RuntimeError(message) from error
        yield executor, count


def _grade_until_broken(
    tasks: Iterator[Task], executor: Executor, most: int, seconds: float, lost: list[Task]
) -> Iterator[tuple[Task, Verdict]]:
    """Yield verdicts until tasks end or the executor breaks; put what failed into ``lost``.

    No more than ``most`` are in flight: a break costs each of them a second try.

    Raises
    ------
    RuntimeError
        If the executor drops a task, as Dask does when it loses its scheduler.
    """
    in_flight: dict[Future[Verdict], Task] = {}
    broken = False
    while True:
        while not broken and len(in_flight) < most and (task := next(tasks, None)) is not None:
            try:
                in_flight[_submit(task, executor, seconds)] = task
            except BrokenExecutor:
                broken = True
                lost.append(task)
        if not in_flight:
            return
        for future in wait(in_flight, return_when=FIRST_COMPLETED).done:
            task = in_flight.pop(future)
            if future.cancelled():
                raise RuntimeError("The cluster is gone. The same command goes on from there.")
            if (error := future.exception()) is None:
                yield task, future.result()
            else:
                broken = broken or isinstance(error, BrokenExecutor)
                lost.append(task)


def _grade_alone(task: Task, executor: Executor, seconds: float) -> Verdict:
    """Return the verdict on an attempt that failed in company."""
    try:
        return _submit(task, executor, seconds).result()
    except Exception as error:
        message = (
            f"The grader itself failed on this attempt, twice: {type(error).__name__}: {error}"
        )
        return failed(task.exercise, shorten(message), "crash").as_dict()


def _submit(task: Task, executor: Executor, seconds: float) -> Future[Verdict]:
    return executor.submit(grade_source, task.exercise.slug, task.source, seconds)
