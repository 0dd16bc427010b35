"""Measures attempts from outside: how long they keep a processor, and how long they wait.

Neither what the tests do meanwhile nor what other processes do is an attempt's, and what it does to
the clocks of its own process is not seen here.
"""

from __future__ import annotations

import ctypes
import os
import select
import subprocess
import time
from functools import reduce
from pathlib import Path

from ..verdict.attempt import BrokenChannelError
from .limits import Limits

TICK = 0.01
"""Seconds from one look at the clocks to the next, at least."""
NO_PROCESS = "The process of an attempt is gone."


class OutOfTimeError(TimeoutError):
    """An attempt used up its time; the message says of which kind, for a learner."""


# ---- clocks ----


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process, its own and the kernel's for it.

    Raises
    ------
    BrokenChannelError
        If there is no such process, of which its parent alone can be the cause.
    """
    try:
        return time.clock_gettime(clock_of(pid))
    except AttributeError:  # a C library without such clocks, as macOS's
        return told_by_ps(pid)
    except OSError:
        raise BrokenChannelError(NO_PROCESS) from None


def clock_of(pid: int) -> int:
    """Return the clock of a process's processor time, as POSIX has it."""
    clock = ctypes.c_int()
    if error := ctypes.CDLL(None).clock_getcpuclockid(pid, ctypes.byref(clock)):
        raise OSError(error, os.strerror(error))
    return clock.value


def told_by_ps(pid: int) -> float:
    """Return the processor time of a process as ``ps`` has it: ``3-02:01:00`` or ``0:01.25``."""
    command = ["ps", "-o", "time=", "-p", str(pid)]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    if not told:
        raise BrokenChannelError(NO_PROCESS)
    days, _, clock = told.rpartition("-")
    seconds = reduce(lambda so_far, part: 60 * so_far + float(part), clock.split(":"), 0.0)
    return 86_400 * int(days or 0) + seconds


def starved_seconds(pid: int) -> float:
    """Return for how long a process could have run, and no processor was free; 0 if none knows."""
    try:
        _, nanoseconds, _ = Path(f"/proc/{pid}/schedstat").read_text().split()
    except (OSError, ValueError):
        return 0.0
    return int(nanoseconds) / 1e9


class Stopwatch:
    """Times a process while it is waited for.

    Parameters
    ----------
    pid
        Its number.
    worked
        For how long it had worked before the time that counts.
    """

    def __init__(self, pid: int, worked: float) -> None:
        self._pid = pid
        self._worked, self._starved = worked, starved_seconds(pid)
        self.passed = 0.0
        """Seconds for which it was waited for, since it began or since the last lap."""

    def read(self) -> tuple[float, float]:
        """Return for how long it worked, and how long it waited for anything but a processor."""
        worked = processor_seconds(self._pid) - self._worked
        starved = starved_seconds(self._pid) - self._starved
        return worked, max(0.0, self.passed - worked - starved)

    def lap(self) -> tuple[float, float]:
        """Return the same, and begin at 0."""
        used = worked, _ = self.read()
        self._worked += worked
        self._starved = starved_seconds(self._pid)
        self.passed = 0.0
        return used


# ---- what there is ----


class Budget:
    """So many seconds in all, and for each check its share of them, if they are used up before.

    So no check takes another's time, whichever comes first, and the whole is at most twice as much.
    """

    def __init__(self, seconds: float, checks: int) -> None:
        self._left, self._share = seconds, seconds / checks

    @property
    def most(self) -> float:
        """What may be used now."""
        return max(self._left, self._share)

    def spend(self, seconds: float) -> None:
        """Take away what was used."""
        self._left -= seconds


class Meter:
    """Says when an attempt has used up the time that it has to load, or for a check.

    Parameters
    ----------
    limits
        What the attempt may use in all.
    checks
        How many share it.
    """

    def __init__(self, limits: Limits, checks: int) -> None:
        self._limits = limits
        self._working = Budget(limits.seconds, checks)
        self._waiting = Budget(limits.seconds_of_waiting, checks)

    def start(self, pid: int, worked: float) -> None:
        """Begin with a process, which had worked so long before the attempt's first line."""
        self._stopwatch = Stopwatch(pid, worked)
        self._next_look = 0.0

    def lap(self) -> None:
        """Take what was used from what there is: another check comes, or the end."""
        worked, waited = self._stopwatch.lap()
        self._working.spend(worked)
        self._waiting.spend(waited)
        self._next_look = 0.0

    def wait(self, descriptor: int, writing: bool) -> None:
        """Return once the attempt's end of a channel can be read or written.

        Raises
        ------
        OutOfTimeError
            If that takes longer than it may.
        """
        ends = ([], [descriptor]) if writing else ([descriptor], [])
        ready = False
        while not ready:
            left = self._next_look - self._stopwatch.passed
            if left <= 0:
                left = self._look()
            begin = time.monotonic()
            ready = any(select.select(*ends, [], max(left, TICK)))
            self._stopwatch.passed += time.monotonic() - begin

    def _look(self) -> float:
        """Return for how long at least there is time; then it is to look again.

        Raises
        ------
        OutOfTimeError
            If there is none.
        """
        worked, waited = self._stopwatch.read()
        left = min(self._working.most - worked, self._waiting.most - waited)
        if left <= 0:
            raise OutOfTimeError(self._why(worked >= self._working.most))
        self._next_look = self._stopwatch.passed + left
        return left

    def _why(self, worked: bool) -> str:
        """Say which time is used up: the same for each check, so that it is said once."""
        if worked:
            seconds = self._limits.seconds
            return f"No answer after {seconds:g} s of processor time. Is there a loop without end?"
        return f"No answer: it waited {self._limits.seconds_of_waiting:g} s. Does it sleep?"
