"""Bounds the judge's own part: comparing, formatting, diagnosing what an attempt answered."""

from __future__ import annotations

import contextlib
import ctypes
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from .attempt import Gone

Bound = Callable[[], AbstractContextManager[None]]
"""Opens what a part of the judge's work is done in."""
JUDGE_SECONDS = 20.0
"""Of processor time, for a check or for the diagnosis: on a slow machine they take two or three."""
STEPS = 1000
"""In which an exception that waits is raised; the next one does."""
TOO_LONG = "What came back takes too long to compare. Is it far more than was asked for?"


class LateError(BaseException):
    """The time is up. No ``except Exception`` of a test is to catch it."""


@contextlib.contextmanager
def watched(seconds: float = JUDGE_SECONDS) -> Iterator[Bound]:
    """Yield what bounds a part of this thread's work, and says so by `Gone` where the time is up.

    It is the thread's processor time: what it waits for, an attempt, takes none of it. One watcher
    looks after all parts, once in so many seconds, so that a part may take up to twice of them.
    """
    watcher = _Watcher(seconds)
    threading.Thread(target=watcher.watch, daemon=True).start()
    try:
        yield watcher.bound
    finally:
        watcher.over.set()


class _Watcher:
    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._judge = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._judge)
        self._end = math.inf
        self._raised = False
        self._lock = threading.Lock()
        self.over = threading.Event()

    def watch(self) -> None:
        while not self.over.wait(self._seconds):
            with self._lock:
                if time.clock_gettime(self._clock) > self._end:
                    self._raised = True
                    self._end += self._seconds  # again, should something swallow this one
                    late = ctypes.py_object(LateError)  # to be raised at the judge's next step
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._judge), late)

    @contextlib.contextmanager
    def bound(self) -> Iterator[None]:
        self._raised = False
        self._end = time.clock_gettime(self._clock) + self._seconds
        try:
            try:
                yield
            finally:
                with self._lock:
                    self._end = math.inf
                # Too late for the work is too late for what follows. An exception that waits cannot
                # be taken back: the interpreter would look for it ever after, at each step.
                for _ in range(STEPS if self._raised else 0):
                    pass
        except LateError:
            raise Gone("timeout", TOO_LONG) from None
