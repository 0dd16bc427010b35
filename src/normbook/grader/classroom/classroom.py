"""Grade a class: a folder a student, isolated, in any number of processes or on a cluster.

The main process reads files and keeps verdicts; workers grade. A worker gets the bytes of one file
at a time, so that what is graded is what was hashed, and no disk has to be shared. Each has a
sandbox of its own (`sandbox.py`), which loads NumPy, or PyTorch, once.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import itertools
import multiprocessing
import os
import secrets
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from ..verdict.find import Exercise, find, find_all
from ..verdict.load import LARGEST, SECONDS, LoadError
from ..verdict.report import failed, shorten
from .gradebook import Gradebook, Results, Verdict

if TYPE_CHECKING:
    from ..fence.sandbox import Sandbox

EVERY = 50
"""Attempts from one line of progress to the next, where lines cannot be rewritten."""
INTERRUPTED = 130
"""The exit status of a command that Ctrl+C ended."""

Workers = Callable[[], AbstractContextManager[tuple[Executor, int]]]
"""Opens an executor, and says how many attempts it grades at the same time."""


def grade_class(
    folder: Path,
    out: Path,
    seconds: float = SECONDS,
    jobs: int | None = None,
    scheduler: str | None = None,
) -> int:
    """Grade a folder of submissions into a gradebook; go on where an earlier run stopped.

    Parameters
    ----------
    folder
        With ``<student>/<slug>.py`` or ``<student>/exercises/<slug>.py``; nothing else is read.
    out
        Where ``gradebook.csv``, ``.json`` and ``.html`` go, and ``results.jsonl``, in which each
        verdict stands as soon as it is there.
    seconds
        What each attempt may take.
    jobs
        How many processes grade; one a processor, unless given.
    scheduler
        The address of a Dask cluster that grades instead.

    Returns
    -------
    int
        0, or 130 if Ctrl+C ended it.

    Raises
    ------
    LookupError
        If there is no attempt.
    RuntimeError
        If attempts cannot be isolated here, workers do not start, or the folder ``out`` is in use.
    """
    students = find_students(folder, out)
    submissions = find_submissions(folder, students)
    if not submissions:
        raise LookupError(f"There is no attempt in {folder}; expected <student>/<exercise>.py.")
    out.mkdir(parents=True, exist_ok=True)
    workers = partial(cluster, scheduler) if scheduler else partial(processes, jobs)
    with Results(out / "results.jsonl") as results:
        run = Run(submissions, results, Progress(len(submissions), sys.stderr))
        try:
            run.grade(workers, seconds)
        except KeyboardInterrupt:
            print(f"\nStopped; {len(run.verdicts)} of {len(submissions)} attempts are graded.")
            print("The same command goes on from there.")
            return INTERRUPTED
    handed_in = {submission.exercise.slug for submission in submissions}
    exercises = [exercise for exercise in find_all() if exercise.slug in handed_in]
    Gradebook(exercises, students, run.verdicts).write(out)
    print(f"{len(submissions)} attempts of {len(students)} students: {out / 'gradebook.html'}")
    return 0


# ---- what was handed in ----


@dataclass(frozen=True)
class Submission:
    """A file that a student handed in."""

    student: str
    exercise: Exercise
    home: Path
    """The student's folder."""
    path: Path

    def read(self) -> bytes:
        """Return what is in the file.

        Raises
        ------
        LoadError
            If it is not a file of a sensible size in the student's own folder.
        """
        try:
            real = self.path.resolve(strict=True)
            # A link to the file of another student would earn what that one earns.
            if not real.is_relative_to(self.home):
                raise LoadError(
                    f"{self.path.name} is a link that leads out of the student's folder."
                )
            if not real.is_file():
                raise LoadError(f"{self.path.name} is not a file.")
            if real.stat().st_size > LARGEST:
                raise LoadError(f"{self.path.name} has more than {LARGEST} bytes.")
            return real.read_bytes()
        except (OSError, RuntimeError) as error:  # a link to nothing, or in a circle
            raise LoadError(f"{self.path.name} cannot be read: {type(error).__name__}.") from None


def find_students(folder: Path, out: Path) -> list[str]:
    """Return the names of the students' folders; hidden ones, and ``out``, are none."""
    return sorted(
        entry.name
        for entry in folder.iterdir()
        if entry.is_dir() and not entry.name.startswith(".") and entry.resolve() != out.resolve()
    )


def find_submissions(folder: Path, students: Sequence[str]) -> list[Submission]:
    """Return what each student handed in; of two files for an exercise, the first place counts."""
    found = []
    for student, exercise in itertools.product(students, find_all()):
        name = f"{exercise.slug}.py"
        for path in (folder / student / name, folder / student / "exercises" / name):
            if os.path.lexists(path):
                found.append(Submission(student, exercise, folder.resolve() / student, path))
                break
    return found


# ---- the main process: what is to be done, and what came of it ----


@dataclass(frozen=True)
class Task:
    """An attempt to be graded."""

    student: str
    exercise: Exercise
    source: bytes

    @property
    def sha256(self) -> str:
        """The hash of the file."""
        return hashlib.sha256(self.source).hexdigest()


class Run:
    """One run over all submissions.

    Parameters
    ----------
    submissions
        What is to be graded.
    results
        What is graded already, and where verdicts are kept.
    progress
        What is told of each verdict.
    """

    def __init__(
        self, submissions: Sequence[Submission], results: Results, progress: Progress
    ) -> None:
        self._submissions, self._results, self._progress = submissions, results, progress
        self.verdicts: dict[tuple[str, str], Verdict] = {}
        """By student and exercise."""

    def grade(self, workers: Workers, seconds: float) -> None:
        """Grade what has no verdict yet."""
        with contextlib.closing(grade_tasks(self._tasks(), workers, seconds)) as graded:
            for task, verdict in graded:
                self._results.add(task.student, task.exercise.slug, task.sha256, verdict)
                self._note(task.student, task.exercise, verdict, new=True)

    def _tasks(self) -> Iterator[Task]:
        """Yield what is to be graded; note what is graded already, and what cannot be read."""
        for submission in self._submissions:
            student, exercise = submission.student, submission.exercise
            try:
                task = Task(student, exercise, submission.read())
            except LoadError as error:
                self._note(student, exercise, failed(exercise, str(error)).as_dict())
                continue
            known = self._results.get(student, exercise.slug, task.sha256)
            if known is None:
                yield task
            else:
                self._note(student, exercise, known)

    def _note(self, student: str, exercise: Exercise, verdict: Verdict, new: bool = False) -> None:
        self.verdicts[student, exercise.slug] = verdict
        self._progress.step(new)


class Progress:
    """How far it is: a line that is rewritten on a terminal, a new line now and then elsewhere.

    Parameters
    ----------
    total
        How many attempts there are.
    stream
        Where to write.
    """

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total, self._stream = total, stream
        self._begin = time.monotonic()
        self._done = self._new = 0

    def step(self, new: bool) -> None:
        """Count one attempt: a new verdict, or one that was there."""
        self._done += 1
        self._new += new
        last = self._done == self._total
        if self._stream.isatty():
            print(f"\r{self._line():<60}", end="\n" if last else "", file=self._stream, flush=True)
        elif last or self._done % EVERY == 0:
            print(self._line(), file=self._stream, flush=True)

    def _line(self) -> str:
        """Return how many are done, and when the rest will be at this speed."""
        line = f"{self._done} of {self._total} attempts"
        if not self._new:
            return line
        a_minute = 60 * self._new / max(time.monotonic() - self._begin, 1e-3)
        left = (self._total - self._done) / a_minute
        return f"{line}, {a_minute:.0f} a minute" + (f", {left:.1f} minutes left" if left else "")


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
        with opened(workers) as (executor, count):
            some = itertools.chain([first], tasks)
            yield from _stream(some, executor, 2 * count, seconds, lost)
        for task in lost:
            with opened(workers) as (executor, _):
                verdict = _alone(task, executor, seconds)
            yield task, verdict
        first = next(tasks, None)


@contextlib.contextmanager
def opened(workers: Workers) -> Iterator[tuple[Executor, int]]:
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


def _stream(
    tasks: Iterator[Task], executor: Executor, most: int, seconds: float, lost: list[Task]
) -> Iterator[tuple[Task, Verdict]]:
    """Yield verdicts until tasks end or the executor breaks; put what failed into ``lost``.

    Raises
    ------
    RuntimeError
        If the executor drops a task, as Dask does when it loses its scheduler.
    """
    flying: dict[Future[Verdict], Task] = {}
    broken = False
    while True:
        while not broken and len(flying) < most and (task := next(tasks, None)) is not None:
            try:
                flying[executor.submit(grade_source, task.exercise.slug, task.source, seconds)] = (
                    task
                )
            except BrokenExecutor:
                broken = True
                lost.append(task)
        if not flying:
            return
        for future in wait(flying, return_when=FIRST_COMPLETED).done:
            task = flying.pop(future)
            if future.cancelled():
                raise RuntimeError("The cluster is gone. The same command goes on from there.")
            if (error := future.exception()) is None:
                yield task, future.result()
            else:
                broken = broken or isinstance(error, BrokenExecutor)
                lost.append(task)


def _alone(task: Task, executor: Executor, seconds: float) -> Verdict:
    """Return the verdict on an attempt that failed in company."""
    try:
        return executor.submit(grade_source, task.exercise.slug, task.source, seconds).result()
    except Exception as error:
        message = (
            f"The grader itself failed on this attempt, twice: {type(error).__name__}: {error}"
        )
        return failed(task.exercise, shorten(message), "crash").as_dict()


# ---- executors ----


@contextlib.contextmanager
def processes(jobs: int | None) -> Iterator[tuple[Executor, int]]:
    """Open processes of this machine; end them when done, when interrupted, and when killed.

    Parameters
    ----------
    jobs
        How many; one a processor if None.
    """
    count = jobs or os.cpu_count() or 1
    context = multiprocessing.get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    scratch = os.path.join(tempfile.gettempdir(), f"normbook-{secrets.token_hex(8)}")
    executor = ProcessPoolExecutor(count, context, _begin, (lifeline, scratch))
    try:
        with without_interrupts():  # Ctrl+C goes to all; these are to be ended by us
            for _ in range(count):
                executor.submit(get_ready)
        yield executor, count
    finally:
        held.close()  # workers end at once, whatever they are at
        executor.shutdown(cancel_futures=True)
        lifeline.close()
        shutil.rmtree(scratch, ignore_errors=True)  # of workers that were killed


@contextlib.contextmanager
def without_interrupts() -> Iterator[None]:
    """Put Ctrl+C off; processes that are started meanwhile never get it."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@contextlib.contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Open a Dask cluster; its workers need normbook, and one thread each is best.

    Raises
    ------
    RuntimeError
        If Dask is not installed, or the cluster has no workers.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise RuntimeError("--scheduler needs Dask: pip install distributed") from None
    with distributed.Client(address) as client:
        count = sum(client.ncores().values())
        if not count:
            raise RuntimeError(f"The cluster at {address} has no workers.")
        yield client.get_executor(), count


# ---- a worker ----

ONE_AT_A_TIME = threading.Lock()  # pytest runs in this process; a cluster's workers have threads
MANY = 1000
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def _begin(lifeline: Connection, scratch: str) -> None:
    """Set up a worker process of ours."""
    # Where one worker ends, the executor terminates the others, which have to tidy up first.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.environ.update(ONE_THREAD)  # before NumPy is loaded
    os.makedirs(scratch, mode=0o700, exist_ok=True)
    tempfile.tempdir = scratch
    # No daemon: this process ends when that thread has tidied up, however else it might have ended.
    threading.Thread(target=_end_with, args=(lifeline, scratch)).start()


def _end_with(lifeline: Connection, scratch: str) -> None:
    """End this worker when the other end of a pipe closes: the main process ended, or wants so."""
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv_bytes()
    for sandbox in list(_sandboxes.values()):
        sandbox.close()
    for _ in range(MANY):  # what is being graded, here or in another worker, may still add to it
        shutil.rmtree(scratch, ignore_errors=True)
        if not os.path.exists(scratch):
            break
    os._exit(0)


_sandboxes: dict[tuple[str, ...], Sandbox] = {}


def sandbox_with(packages: tuple[str, ...]) -> Sandbox:
    """Return this worker's sandbox with these packages; it is started once."""
    from ..fence.sandbox import Sandbox

    if packages not in _sandboxes:
        _sandboxes[packages] = Sandbox(packages)
    return _sandboxes[packages]


def get_ready() -> None:
    """Load what every attempt needs, or fail."""
    from ..fence import grade  # noqa: F401

    with ONE_AT_A_TIME:
        sandbox_with(("numpy",))


def grade_source(slug: str, source: bytes, seconds: float) -> Verdict:
    """Return the verdict on the source of an attempt, in a worker.

    Parameters
    ----------
    slug
        The name of the exercise.
    source
        What is in the attempt's file.
    seconds
        What it may take.
    """
    from ..fence.grade import grade_apart
    from ..fence.sandbox import Limits

    exercise = find(slug)
    packages = exercise.packages
    with ONE_AT_A_TIME, tempfile.TemporaryDirectory(prefix="normbook-") as folder:
        path = Path(folder, f"{slug}.py")
        path.write_bytes(source)
        try:
            report = grade_apart(exercise, path, sandbox_with(packages), Limits(seconds))
        except BaseException:
            # Whatever failed may have been the sandbox: the next attempt gets a new one.
            if packages in _sandboxes:
                _sandboxes.pop(packages).close()
            raise
    verdict = report.as_dict()
    for check in verdict["checks"]:
        check["message"] = shorten(check["message"])
    return verdict
