"""Measures from outside how long an attempt computes, and how long it waits for something.

It counts while an answer of the attempt is waited for, so that the tests' own work does not. Time
in which the attempt could compute and other processes keep all processors does not count either.
What an attempt does to the clocks in its own process has no effect here.
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
    """An attempt used up its time; the message tells the learner whether it computed or waited."""


# ---- clocks ----


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process: in its own code and in the kernel for it.

    Raises
    ------
    BrokenChannelError
        If there is no such process. An attempt cannot cause that: a process that ended keeps its
        number until its parent, the zygote, has asked for its status.
    """
    try:
        return time.clock_gettime(clock_of(pid))
    except AttributeError:  # macOS's C library has no such clocks
        return processor_seconds_by_ps(pid)
    except OSError:
        raise BrokenChannelError(NO_PROCESS) from None


def clock_of(pid: int) -> int:
    """Return the number of a process's processor clock, for `time.clock_gettime`."""
    clock = ctypes.c_int()
    if error := ctypes.CDLL(None).clock_getcpuclockid(pid, ctypes.byref(clock)):
        raise OSError(error, os.strerror(error))
    return clock.value


def processor_seconds_by_ps(pid: int) -> float:
    """Return the processor time of a process by ``ps``: ``3-02:01:00`` or ``0:01.25``, say."""
    command = ["ps", "-o", "time=", "-p", str(pid)]
    text = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    if not text:
        raise BrokenChannelError(NO_PROCESS)
    days, _, clock = text.rpartition("-")
    seconds = reduce(lambda so_far, part: 60 * so_far + float(part), clock.split(":"), 0.0)
    return 86_400 * int(days or 0) + seconds


def starved_seconds(pid: int) -> float:
    """Return how long a process was ready to run and no processor was free; 0 where none tells."""
    try:
        _, nanoseconds, _ = Path(f"/proc/{pid}/schedstat").read_text().split()
    except (OSError, ValueError):
        return 0.0
    return int(nanoseconds) / 1e9


class Stopwatch:
    """Tells what a process did in the time for which it was waited for.

    Parameters
    ----------
    pid
        The number of the process.
    worked
        The processor seconds that it had used before the time that counts.
    """

    def __init__(self, pid: int, worked: float) -> None:
        self._pid = pid
        self._worked, self._starved = worked, starved_seconds(pid)
        self.passed = 0.0
        """Seconds for which the process was waited for, since the start or the last lap."""

    def read(self) -> tuple[float, float]:
        """Return the seconds for which it computed, and those for which it waited.

        Waiting for a processor is neither.
        """
        worked = processor_seconds(self._pid) - self._worked
        starved = starved_seconds(self._pid) - self._starved
        return worked, max(0.0, self.passed - worked - starved)

    def lap(self) -> tuple[float, float]:
        """Return the same, and set both to 0."""
        used = worked, _ = self.read()
        self._worked += worked
        self._starved = starved_seconds(self._pid)
        self.passed = 0.0
        return used


# ---- budgets ----


class Budget:
    """Seconds for all checks together; each check has an equal share of them in any case.

    A check may use all that is left, or its share if less is left. So an earlier check can use up
    no later one's time, and all checks together use at most twice the seconds.
    """

    def __init__(self, seconds: float, checks: int) -> None:
        self._left, self._share = seconds, seconds / checks

    @property
    def most(self) -> float:
        """The seconds that the current check may use."""
        return max(self._left, self._share)

    def spend(self, seconds: float) -> None:
        """Take away seconds that were used."""
        self._left -= seconds


class Meter:
    """Says when an attempt has used up the time that it has to load, or for a check.

    Parameters
    ----------
    limits
        What the attempt may use in all.
    checks
        How many checks share that.
    """

    def __init__(self, limits: Limits, checks: int) -> None:
        self._limits = limits
        self._working = Budget(limits.seconds, checks)
        self._waiting = Budget(limits.seconds_of_waiting, checks)

    def start(self, pid: int, worked: float) -> None:
        """Begin to measure a process, which used ``worked`` seconds before the attempt began."""
        self._stopwatch = Stopwatch(pid, worked)
        self._next_look = 0.0

    def lap(self) -> None:
        """Take the time used so far from the budgets, before the next check or at the end."""
        worked, waited = self._stopwatch.lap()
        self._working.spend(worked)
        self._waiting.spend(waited)
        self._next_look = 0.0

    def wait(self, descriptor: int, writing: bool) -> None:
        """Return once the attempt's end of a channel can be read or written.

        Raises
        ------
        OutOfTimeError
            If the attempt has no time left before.
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
        """Return the seconds after which the clocks have to be looked at again.

        Before, no budget can be used up.

        Raises
        ------
        OutOfTimeError
            If one is used up.
        """
        worked, waited = self._stopwatch.read()
        left = min(self._working.most - worked, self._waiting.most - waited)
        if left <= 0:
            raise OutOfTimeError(self._why(worked >= self._working.most))
        self._next_look = self._stopwatch.passed + left
        return left

    def _why(self, worked: bool) -> str:
        """Say which time is used up; in the same words for each check, to be shown once."""
        if worked:
            seconds = self._limits.seconds
            return f"No answer after {seconds:g} s of processor time. Is there a loop without end?"
        return f"No answer: it waited {self._limits.seconds_of_waiting:g} s. Does it sleep?"
