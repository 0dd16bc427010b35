"""Keeps the verdicts on a class, a line each as they come, so that no run has to begin again."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import Any, Self

Verdict = dict[str, Any]
"""A `Report` as a dictionary."""


class Results:
    """The file of verdicts. One is there for good as soon as `add` returns.

    A verdict is known by its student, its exercise and the SHA-256 of the file that earned it, so
    that a changed file has none. Use it as a context manager.

    Parameters
    ----------
    path
        The file, of JSON lines; made if it is not there. A last line that was cut off, as when the
        machine failed, is taken away, and lines that are no verdicts are passed over.

    Raises
    ------
    RuntimeError
        If another process has it open.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            message = (
                f"{path} is in use: another grade-class writes to it. Wait until it has ended."
            )
            raise RuntimeError(message) from None
        self._file.seek(0)
        *lines, rest = self._file.read().split(b"\n")
        if rest:
            self._file.truncate(sum(len(line) + 1 for line in lines))
        self._verdicts = dict(each for line in lines if (each := _read(line)) is not None)

    def get(self, student: str, slug: str, sha256: str) -> Verdict | None:
        """Return the verdict on a file, if there is one."""
        return self._verdicts.get((student, slug, sha256))

    def add(self, student: str, slug: str, sha256: str, verdict: Verdict) -> None:
        """Keep a verdict, whatever happens next."""
        line = {"student": student, "slug": slug, "sha256": sha256, "verdict": verdict}
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._verdicts[student, slug, sha256] = verdict

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _read(line: bytes) -> tuple[tuple[str, str, str], Verdict] | None:
    """Return a verdict and what it is known by; None if the line has none."""
    try:
        kept = json.loads(line)
    except ValueError:
        return None
    match kept:
        case {
            "student": str(student),
            "slug": str(slug),
            "sha256": str(sha256),
            "verdict": {"points": int(), "status": str()},
        }:
            return (student, slug, sha256), kept["verdict"]
    return None
