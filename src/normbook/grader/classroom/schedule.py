"""Has workers grade tasks, and an attempt that breaks its worker spoil no other's verdict."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass

from ..verdict.errors import CannotGradeError, UserError
from ..verdict.find import Exercise
from ..verdict.report import DOUBTFUL
from ..verdict.show import shorten
from ..verdict.text import in_one_line
from .conditions import Conditions
from .results import NotGraded, Verdict
from .workers import GONE, OtherConditionsError, Workers, get_ready, grade_source


@dataclass(frozen=True)
class Task:
    """An attempt to be graded."""

    student: str
    exercise: Exercise
    source: bytes
    conditions: Conditions


Waiting = Callable[[Collection[Task]], None]
"""Called now and again, while no verdict comes, with the tasks that are at work."""
WAITING_SECONDS = 30.0
"""For how long no verdict comes until that is told, and until it is told again."""


def grade_tasks(
    tasks: Iterator[Task], workers: Workers, waiting: Waiting = lambda _: None
) -> Generator[tuple[Task, Verdict | NotGraded], None, None]:
    """Yield each task with its verdict when it is known, or with why there is none.

    An attempt may take too long, crash or lose its worker because of others that are graded at the
    same time. Each such attempt is tried once more while nothing else is graded, and that counts.

    Parameters
    ----------
    tasks
        What is to be graded.
    workers
        Opens an executor; called again after one broke.
    waiting
        Told what is waited for, while no verdict comes.

    Raises
    ------
    CannotGradeError
        If workers cannot grade, or have other conditions than are asked for.
    """
    with contextlib.closing(Crew(workers)) as crew:
        for first in tasks:
            doubtful: list[Task] = []
            some = itertools.chain([first], tasks)
            yield from _grade_together(some, crew, doubtful, waiting)
            for task in doubtful:
                yield task, _grade_alone(task, crew, waiting)


class Crew:
    """Workers that are opened when there is something to grade, and again after they broke."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._stack = contextlib.ExitStack()
        self._opened: tuple[Executor, Callable[[], int]] | None = None

    def open(self) -> tuple[Executor, Callable[[], int]]:
        """Return the executor, and what says how many attempts it grades at the same time.

        Raises
        ------
        CannotGradeError
            If it cannot grade.
        """
        if self._opened is None:
            self._opened = self._stack.enter_context(ready(self._workers))
        return self._opened

    def close(self) -> None:
        """Close the executor."""
        self._opened = None
        self._stack.close()


@contextlib.contextmanager
def ready(workers: Workers) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Open an executor, and try whether it can grade.

    Raises
    ------
    CannotGradeError
        If it cannot.
    """
    with workers() as (executor, count):
        try:
            executor.submit(get_ready).result()
        except Exception as error:
            message = f"No worker can grade: {type(error).__name__}: {error}"
            raise CannotGradeError(message) from error
        yield executor, count


def _grade_together(
    tasks: Iterator[Task], crew: Crew, doubtful: list[Task], waiting: Waiting
) -> Iterator[tuple[Task, Verdict]]:
    """Yield verdicts until there are no more tasks, or some have to be tried again alone.

    These are added to ``doubtful``. At most two tasks for each worker are submitted at a time, as
    all of them have to be tried again if a worker breaks.
    """
    executor, count = crew.open()
    in_flight: dict[Future[Verdict], Task] = {}
    broken = False
    while True:
        while not doubtful and len(in_flight) < 2 * max(count(), 1) and (task := next(tasks, None)):
            try:
                in_flight[_submit(task, executor)] = task
            except BrokenExecutor:
                broken = True
                doubtful.append(task)
        if not in_flight:
            break
        for future in _wait(in_flight, waiting):
            task = in_flight.pop(future)
            error = _error_of(future)
            broken = broken or isinstance(error, BrokenExecutor)
            if error is None and future.result()["status"] not in DOUBTFUL:
                yield task, future.result()
            else:
                doubtful.append(task)
    if broken:
        crew.close()


def _wait(in_flight: Mapping[Future[Verdict], Task], waiting: Waiting) -> set[Future[Verdict]]:
    """Wait until some tasks are done, and tell now and again what is waited for; return these."""
    while not (done := wait(in_flight, WAITING_SECONDS, FIRST_COMPLETED).done):
        waiting(in_flight.values())
    return done


def _grade_alone(task: Task, crew: Crew, waiting: Waiting) -> Verdict | NotGraded:
    """Return the verdict on an attempt that is tried again, or why the grader failed again."""
    try:
        future = _submit(task, crew.open()[0])
    except BrokenExecutor:  # because of an earlier task
        crew.close()
        future = _submit(task, crew.open()[0])
    _wait({future: task}, waiting)
    error = _error_of(future)
    if isinstance(error, BrokenExecutor):
        crew.close()
    if error is not None:
        return NotGraded(in_one_line(shorten(_cause(error))))
    return {**future.result(), "tries": 2}


def _cause(error: BaseException) -> str:
    """Return why the grader failed, without a path of this machine's, which helps nobody."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, UserError):
        return str(error)
    return f"{type(error).__name__}: {error}"


def _error_of(future: Future[Verdict]) -> BaseException | None:
    """Wait for a task; return the exception with which it failed, or None.

    Raises
    ------
    CannotGradeError
        If the executor dropped it, as Dask does when it loses its scheduler, or if its worker has
        other conditions than are asked for, or lacks a package.
    """
    wait([future])
    if future.cancelled():
        raise CannotGradeError(GONE)
    error = future.exception()
    if isinstance(error, OtherConditionsError):
        raise error
    return error


def _submit(task: Task, executor: Executor) -> Future[Verdict]:
    return executor.submit(grade_source, task.exercise.slug, task.source, task.conditions)
