"""One build at a time in a folder: two would remove each other's files.

Runs on the system's Python, with the standard library alone, on every system.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def lock(file: int) -> None:
        """Lock an open file, or raise."""
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock(file: int) -> None:
        """Lock an open file, or raise."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


handed_down: list[int] = []
"""The open files of locks that are held: a command that gets them holds the locks, too."""


def has_locked(file: int) -> bool:
    """Lock an open file, and return True; False if another process has."""
    try:
        lock(file)
    except (BlockingIOError, PermissionError):  # on Windows the latter
        return False
    return True


def wait_for(file: int) -> None:
    """Lock an open file, once no other process has it locked."""
    if has_locked(file):
        return
    print(
        "Another build is at work in this folder; this one begins when that one ends.", flush=True
    )
    while not has_locked(file):
        time.sleep(0.1)


@cache
def say_there_are_none() -> None:
    """Say once that nobody can be waited for."""
    print("This folder's drive has no locks: see that one build runs at a time.", flush=True)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold a lock, once no other does.

    It ends with this process and the commands that the lock was handed down to, however they end.
    On a drive that has no locks this one goes on, and says so once.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        try:
            wait_for(file.fileno())
        except OSError:
            say_there_are_none()
        handed_down.append(file.fileno())
        try:
            yield
        finally:
            handed_down.remove(file.fileno())
