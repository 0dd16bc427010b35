"""Opens workers that grade: processes of this machine, or a cluster's.

Each has a sandbox of its own, which loads NumPy, or PyTorch, once.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import platform
import secrets
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from ...extras import EXTRAS, install, lacking
from ..fence.limits import Limits
from ..fence.lockdown import weakness
from ..fence.sandbox import ONE_THREAD, Sandbox
from ..verdict.errors import CannotGradeError
from ..verdict.find import Exercise, NoExerciseError, find
from ..verdict.report import Report
from ..verdict.show import shorten
from .conditions import Conditions
from .results import Verdict

Workers = Callable[[], AbstractContextManager[tuple[Executor, Callable[[], int]]]]
"""Opens an executor, with a function for how many attempts it now grades at the same time."""
GONE = "The cluster is gone. The same command goes on from there."
MAX_REMOVALS = 1000
"""Tries to remove a worker's files when it ends: what is graded may still write some."""

# ---- executors ----


@contextlib.contextmanager
def processes(jobs: int | None) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Open processes of this machine; end them when done, when interrupted, and when killed.

    Parameters
    ----------
    jobs
        How many; one for each processor that this process may use if None.
    """
    count = jobs or processors()
    context = multiprocessing.get_context("spawn")
    lifeline, held = context.Pipe(duplex=False)
    scratch = os.path.join(tempfile.gettempdir(), f"normbook-{secrets.token_hex(8)}")
    executor = ProcessPoolExecutor(count, context, start_worker, (lifeline, scratch))
    try:
        # No Ctrl+C reaches them, so that we alone end them. If one breaks, the next task says why.
        with without_interrupts(), contextlib.suppress(BrokenExecutor):
            for _ in range(count):
                executor.submit(get_ready)
        yield executor, lambda: count
    finally:
        held.close()  # workers end at once, whatever they are at
        executor.shutdown(cancel_futures=True)
        lifeline.close()
        shutil.rmtree(scratch, ignore_errors=True)  # of workers that were killed


def processors() -> int:
    """Return how many processors this process may use; on a cluster it has few of the machine's."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def without_interrupts() -> Iterator[None]:
    """Delay Ctrl+C; processes that are started meanwhile never get it."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@contextlib.contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Open a Dask cluster; its workers need normbook, and best have one thread each.

    Workers that join later take part. The task of a worker that is lost goes to another.

    Raises
    ------
    CannotGradeError
        If Dask is not installed, or the cluster has no workers.
    """
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise CannotGradeError(
            f"--scheduler needs Dask. Install: {install('distributed')}"
        ) from None
    try:
        client = distributed.Client(address)
    except OSError as error:
        raise CannotGradeError(f"There is no cluster at {address}: {error}") from None

    def count() -> int:
        try:
            return sum(client.ncores().values())
        except OSError:
            raise CannotGradeError(GONE) from None

    with client:
        if not count():
            raise CannotGradeError(f"The cluster at {address} has no workers.")
        yield (
            client.get_executor(pure=False),
            count,
        )  # so that a task that is tried again is not answered from memory


# ---- a worker ----

GRADING = threading.Lock()
"""Held while an attempt is graded, as pytest takes one thread, and Dask's workers may have more."""
_sandboxes: dict[tuple[str, ...], Sandbox] = {}
"""This worker's sandboxes, by the packages that they load."""


def start_worker(lifeline: Connection, scratch: str) -> None:
    """Set up a worker process of ours."""
    # When one worker breaks, the executor terminates the others; these remove their files first.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.environ.update(ONE_THREAD)  # before NumPy is loaded
    os.makedirs(scratch, mode=0o700, exist_ok=True)
    tempfile.tempdir = scratch
    # No daemon, so that this process does not end before that thread has removed the files.
    threading.Thread(target=_end_worker_with, args=(lifeline, scratch)).start()


def _end_worker_with(lifeline: Connection, scratch: str) -> None:
    """End this worker when the other end of a pipe closes: the main process ended, or closed it."""
    with contextlib.suppress(EOFError, OSError):
        lifeline.recv_bytes()
    for sandbox in list(_sandboxes.values()):
        sandbox.close()
    for _ in range(MAX_REMOVALS):
        shutil.rmtree(scratch, ignore_errors=True)
        if not os.path.exists(scratch):
            break
    os._exit(0)


def sandbox_with(packages: tuple[str, ...]) -> Sandbox:
    """Return this worker's sandbox with these packages; it is started once."""
    if packages not in _sandboxes:
        _sandboxes[packages] = Sandbox(packages)
    return _sandboxes[packages]


def get_ready() -> None:
    """Load what every attempt needs, pytest included, or fail."""
    from ..fence import grade as apart  # noqa: F401
    from ..verdict import grade  # noqa: F401

    with GRADING:
        sandbox_with(("numpy",))


class OtherConditionsError(CannotGradeError):
    """A worker has other exercises or versions than the main process, or lacks a package."""


def _as_asked(slug: str, conditions: Conditions) -> Exercise:
    """Return an exercise, after a check that it is the same here as in the main process."""
    try:
        exercise = find(slug)
    except NoExerciseError as error:
        why = str(error)
    else:
        here = Conditions.of(exercise, conditions.limits, conditions.seed)
        here = replace(here, fence=conditions.fence)  # how weak its own is, the verdict says
        why = unmet(exercise) or "; ".join(here.changes(conditions, slug))
        if not why:
            return exercise
    raise OtherConditionsError(f"A worker at {platform.node()} cannot grade {slug}: {why}")


def unmet(exercise: Exercise) -> str:
    """Return what is missing here to grade an exercise, and how to install it; else no text."""
    missing = [*lacking(EXTRAS["grader"]), *lacking(exercise.packages)]
    return f"grading it needs {missing[0]}. Install: {install(missing[0])}" if missing else ""


def require_packages(exercises: Collection[Exercise]) -> None:
    """Refuse to grade exercises that need a package that is not installed here.

    Raises
    ------
    CannotGradeError
        If a package is missing.
    """
    for exercise in sorted(exercises, key=lambda each: each.slug):
        if why := unmet(exercise):
            raise CannotGradeError(f"{exercise.slug} cannot be graded, and nothing was: {why}")


def grade_source(slug: str, source: bytes, conditions: Conditions) -> Verdict:
    """Return the verdict on the source of an attempt, in a worker.

    Parameters
    ----------
    slug
        The name of the exercise.
    source
        The content of the attempt's file.
    conditions
        The conditions under which it is to be graded.

    Raises
    ------
    OtherConditionsError
        If this worker cannot grade under these conditions.
    CannotGradeError
        If the grader itself failed.
    """
    exercise = _as_asked(slug, conditions)
    report = report_on(exercise, source, conditions.limits, conditions.seed)
    if report.checks and all(check.status == "not run" for check in report.checks):
        raise CannotGradeError(f"no test of {slug} ran")
    verdict = report.as_dict()
    for check in verdict["checks"]:
        check["message"] = shorten(check["message"])
    if text := weakness():
        verdict["fence"] = text
    return verdict


def report_on(exercise: Exercise, source: bytes, limits: Limits, seed: int | None) -> Report:
    """Return the report on the source of an attempt, in a worker.

    Raises
    ------
    CannotGradeError
        If the grader itself failed.
    """
    from ..fence.grade import grade_apart

    packages, slug = exercise.packages, exercise.slug
    with GRADING, tempfile.TemporaryDirectory(prefix="normbook-") as folder:
        path = Path(folder, f"{slug}.py")
        path.write_bytes(source)
        try:
            return grade_apart(exercise, path, sandbox_with(packages), limits, seed)
        except BaseException:
            # Whatever failed may have been the sandbox: the next attempt gets a new one.
            if packages in _sandboxes:
                _sandboxes.pop(packages).close()
            raise
