"""Bounds the time of the judge: the thread that compares and diagnoses what an attempt answered."""

from __future__ import annotations

import contextlib
import ctypes
import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial

from .attempt import Gone
from .errors import LateError

Bound = Callable[[], AbstractContextManager[None]]
"""Returns a context in which a part of the judge's work is done, and which ends it when late."""
JUDGE_SECONDS = 20.0
"""Processor seconds that a check or the diagnosis may take; on a slow machine they take 2 or 3."""
STEPS_TO_RAISE = 1000
"""Turns of an empty loop in which Python raises a waiting exception for certain; one should do."""
TOO_LONG = "What came back takes too long to compare. Is it far more than was asked for?"


@contextlib.contextmanager
def watched(seconds: float = JUDGE_SECONDS) -> Iterator[Bound]:
    """Yield a function that bounds a part of this thread's work; it raises `Gone` when time is up.

    The time is processor time, so that waiting for an attempt takes none of it. One watching thread
    looks at the clock once every ``seconds``, so that a part may take up to twice as long.
    """
    watcher = _Watcher(seconds)
    threading.Thread(target=watcher.watch, daemon=True).start()
    try:
        yield watcher.bound
    finally:
        watcher.over.set()


def _processor_clock() -> Callable[[], float]:
    """Return a clock of this thread's processor seconds that another thread can read.

    On macOS Python has none. There it is the clock of the whole process, which runs hardly faster:
    a process has one judge at a time, and its other threads wait most of the time.
    """
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    return partial(time.clock_gettime, time.pthread_getcpuclockid(threading.get_ident()))


class _Watcher:
    """Raises `LateError` in the thread that made it, the judge's, while a part of it is late."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._judge = threading.get_ident()
        self._clock = _processor_clock()
        self._end = math.inf
        self._raised = False
        self._lock = threading.Lock()
        self.over = threading.Event()

    def watch(self) -> None:
        """Look at the clock until the work is over; to be run in a thread of its own."""
        while not self.over.wait(self._seconds):
            with self._lock:
                if self._clock() > self._end:
                    self._raised = True
                    self._end += self._seconds  # again, should something swallow this one
                    late = ctypes.py_object(LateError)  # to be raised at the judge's next step
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._judge), late)

    @contextlib.contextmanager
    def bound(self) -> Iterator[None]:
        """Give a part of the judge's work its time; raise `Gone` if it takes longer."""
        self._raised = False
        self._end = self._clock() + self._seconds
        try:
            try:
                yield
            finally:
                with self._lock:
                    self._end = math.inf
                # A late exception may still wait to be raised. It has to be raised here, within
                # this `try`, and cannot be cancelled: CPython 3.11 would go on looking for it.
                for _ in range(STEPS_TO_RAISE if self._raised else 0):
                    pass
        except LateError:
            raise Gone("timeout", TOO_LONG) from None
