"""Bounds the judge's own part: comparing, formatting, diagnosing what an attempt answered."""

from __future__ import annotations

import contextlib
import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from .attempt import Gone

Bound = Callable[[], AbstractContextManager[None]]
"""Opens what a part of the judge's work is done in."""
JUDGE_SECONDS = 20.0
"""Of processor time, for a check or for the diagnosis: on a slow machine they take two or three."""
TOO_LONG = "What came back takes too long to compare. Is it far more than was asked for?"


class LateError(BaseException):
    """The time is up. No ``except Exception`` of a test is to catch it."""


@contextlib.contextmanager
def deadline(seconds: float = JUDGE_SECONDS) -> Iterator[None]:
    """Bound the processor time of this thread; what it waits for, an attempt, takes none of it.

    Raises
    ------
    Gone
        Where the time is up, at whatever line that is.
    """
    judge = threading.get_ident()
    clock = time.pthread_getcpuclockid(judge)
    end = time.clock_gettime(clock) + seconds
    done = threading.Event()

    def watch() -> None:
        left = seconds  # at the earliest, if it never waits
        while not done.wait(left):
            left = end - time.clock_gettime(clock)
            if left <= 0:
                _raise_in(judge, LateError)
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        try:
            yield
        finally:
            done.set()
            watcher.join()
            _raise_in(judge, None)  # what came too late for the work is too late for what follows
    except LateError:
        raise Gone("timeout", TOO_LONG) from None


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Have an exception raised in a thread at its next step; None takes back one that waits."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), None if error is None else ctypes.py_object(error)
    )
