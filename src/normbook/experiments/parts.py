"""The parts of an experiment: each on one core, and kept, so that a stopped run goes on."""

from __future__ import annotations

import hashlib
import inspect
import json
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import date
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias

import torch

from normbook.threads import one_thread

PACKAGE = Path(__file__).parent.parent
SHARED = (
    *("experiments/data.py", "experiments/fit.py", "experiments/models.py"),
    *("data/digits.npz", "data/shakespeare.txt"),
)

Task: TypeAlias = "partial[dict[str, Any]]"
"""A function of a module, with all its arguments. Their ``repr`` must tell their whole value."""


class Parts:
    """Computes the parts of one experiment.

    A part that is kept is used again while its function's arguments, its module, what all
    experiments share, ``normbook.nn`` and PyTorch are those that it was made with.

    Parameters
    ----------
    folder : Path, optional
        Where parts are kept, a file each; without it none are.
    jobs : int
        Parts computed at a time, each in a process of its own; 1 computes them in this one. The
        results do not depend on it.
    tell : bool
        Whether to print a line of progress after each part.

    Examples
    --------
    >>> Parts().compute({"7": partial(dict, loss=0.5)})
    {'7': {'loss': 0.5}}
    """

    def __init__(self, folder: Path | None = None, jobs: int = 1, tell: bool = False) -> None:
        self.folder = folder
        self.jobs = jobs
        self.tell = tell
        self.seconds = 0.0  # processor time of all parts, those kept from former runs included
        self.date = date.today().isoformat()  # day on which the latest part was computed

    def compute(self, tasks: dict[str, Task]) -> dict[str, Any]:
        """Return the result of each task, as JSON would give it back, in the order of ``tasks``.

        Each is computed on one core, so that its sums have one order. All seeds are its own.
        """
        done: dict[str, dict[str, Any]] = {}
        for name, task in tasks.items():
            if (part := self._kept(name, task)) is not None:
                done[name] = part
        missing = {name: task for name, task in tasks.items() if name not in done}
        if done and self.tell:
            print(f"  {len(done)} of {len(tasks)} parts were there already", flush=True)
        started = time.perf_counter()
        for count, (name, part) in enumerate(self._computed(missing), start=1):
            done[name] = part
            self._keep(name, part)
            if self.tell:
                left = (len(missing) - count) * (time.perf_counter() - started) / count
                print(_progress(len(done), len(tasks), left, name), flush=True)
        self.seconds += sum(part["seconds"] for part in done.values())
        self.date = max([part["date"] for part in done.values()], default=self.date)
        return {name: done[name]["result"] for name in tasks}

    def _computed(self, tasks: dict[str, Task]) -> Iterator[tuple[str, dict[str, Any]]]:
        if self.jobs == 1:
            for name, task in tasks.items():
                yield name, compute_part(task)
            return
        pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), end_at_once_if_interrupted)
        try:
            waiting = {pool.submit(compute_part, task): name for name, task in tasks.items()}
            for future in as_completed(waiting):
                yield waiting[future], future.result()
        finally:
            pool.shutdown(cancel_futures=True)

    def _kept(self, name: str, task: Task) -> dict[str, Any] | None:
        if self.folder is None:
            return None
        try:
            part: dict[str, Any] = json.loads((self.folder / f"{name}.json").read_text("utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return None
        return part if part.get("made_by") == fingerprint(task) else None

    def _keep(self, name: str, part: dict[str, Any]) -> None:
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{name}.json"
        beside = path.with_suffix(".part")
        beside.write_text(json.dumps(part), "utf-8")
        beside.replace(path)  # so that a run that is stopped leaves no half of a file


def end_at_once_if_interrupted() -> None:
    """Let Ctrl+C end this worker process at once: nobody waits for its part any more."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def compute_part(task: Task) -> dict[str, Any]:
    """Return the result of ``task`` with its ``seconds``, its ``date`` and what it was ``made_by``.

    The seconds are of the processor's time, which other programs at work do not lengthen.
    PyTorch has its former number of threads afterwards.
    """
    with one_thread():
        start = time.process_time()
        result = task()
        seconds = time.process_time() - start
    return {
        "made_by": fingerprint(task),
        "seconds": seconds,
        "date": date.today().isoformat(),
        "result": json.loads(json.dumps(result)),
    }


def fingerprint(task: Task) -> str:
    """Return a digest of what the result of ``task`` depends on: arguments, code, data, PyTorch.

    Examples
    --------
    >>> fingerprint(partial(dict, loss=0.5)) == fingerprint(partial(dict, loss=0.6))
    False
    """
    module = inspect.getmodule(task.func)
    source = getattr(module, "__file__", None) or ""
    call = (task.func.__qualname__, task.args, task.keywords)
    return hashlib.sha256(f"{call!r} {torch.__version__} {_digest(source)}".encode()).hexdigest()


@cache
def _digest(source: str) -> str:
    """Return a digest of a module's file and of all that experiments share."""
    files = [PACKAGE / name for name in SHARED] + sorted((PACKAGE / "nn").glob("*.py"))
    content = [path.read_bytes() for path in (*([Path(source)] if source else []), *files)]
    return hashlib.sha256(b"\0".join(content)).hexdigest()


def _progress(done: int, total: int, left: float, name: str) -> str:
    """Return a line such as ``[######--------------]  30 %, 41 s left: pre-12``."""
    filled = 20 * done // total
    bar = "#" * filled + "-" * (20 - filled)
    return f"  [{bar}] {100 * done // total:3d} %, {left:.0f} s left: {name}"
