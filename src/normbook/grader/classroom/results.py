"""Keeps the verdicts on a class in a file, each when it is known, so that a run can resume."""

from __future__ import annotations

import fcntl
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from ..verdict.errors import CannotGradeError
from .conditions import Conditions

Verdict = dict[str, Any]
"""A `Report` as a dictionary."""


@dataclass(frozen=True)
class NotGraded:
    """Says why there is no verdict: the grader itself failed, twice."""

    reason: str


Attempt = tuple[str, str, str]
"""A student, the name of an exercise, and the SHA-256 of the source that was graded."""

ANEW = {"graded": "anew"}
"""What a line holds that makes all lines before it void."""


class Results:
    """The file of verdicts, to be used as a context manager.

    A verdict holds for a student, an exercise, the SHA-256 of a source, and the conditions of
    grading. If any of these differs, there is no verdict.

    Parameters
    ----------
    path
        The file, of JSON lines; made if it is not there. A last line that is incomplete, as after
        a power failure, is removed, and lines that are no verdicts are passed over.

    Raises
    ------
    CannotGradeError
        If another process has it open, or it cannot be locked.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            message = (
                f"{path} is in use: another grade-class writes to it. Wait until it has ended."
                if isinstance(error, BlockingIOError)
                else f"{path} cannot be locked ({error.strerror}), as on some drives of a network. "
                "Name a folder on a disk of this machine with --out."
            )
            raise CannotGradeError(message) from None
        self._verdicts: dict[tuple[Attempt, Conditions], Verdict] = {}
        self._last: dict[Attempt, Conditions | None] = {}
        self._read()

    def get(self, attempt: Attempt, conditions: Conditions) -> Verdict | None:
        """Return the verdict on an attempt, if it has one under these conditions."""
        return self._verdicts.get((attempt, conditions))

    def last(self, attempt: Attempt) -> Verdict | None:
        """Return the last verdict on an attempt, under whatever conditions it was graded."""
        conditions = self._last.get(attempt)
        return None if conditions is None else self._verdicts[attempt, conditions]

    def changes(self, attempt: Attempt, now: Conditions) -> list[str]:
        """Return why the last verdict on an attempt does not hold now; nothing if there is none."""
        if attempt not in self._last:
            return []
        before = self._last[attempt]
        if before is None:
            return ["an older normbook kept their verdicts, and not on what these depend"]
        return before.changes(now, slug=attempt[1])

    def add(self, attempt: Attempt, conditions: Conditions, verdict: Verdict) -> None:
        """Keep a verdict; it is on the disk when this returns."""
        student, slug, sha256 = attempt
        known_by = {"student": student, "slug": slug, "sha256": sha256}
        self._append({**known_by, "conditions": conditions.as_dict(), "verdict": verdict})
        self._note(attempt, conditions, verdict)

    def begin_anew(self) -> None:
        """Make all verdicts so far void, for this run and later ones."""
        self._append(ANEW)
        self._forget()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _read(self) -> None:
        """Read the complete lines of the file, and remove an incomplete last one."""
        self._file.seek(0)
        *lines, rest = self._file.read().split(b"\n")
        if rest:
            self._file.truncate(sum(len(line) + 1 for line in lines))
        for line in lines:
            if line == _line(ANEW):
                self._forget()
            elif (kept := _parse(line)) is not None:
                self._note(*kept)

    def _note(self, attempt: Attempt, conditions: Conditions | None, verdict: Verdict) -> None:
        self._last[attempt] = conditions
        if conditions is not None:
            self._verdicts[attempt, conditions] = verdict

    def _forget(self) -> None:
        self._verdicts.clear()
        self._last.clear()

    def _append(self, kept: dict[str, Any]) -> None:
        self._file.write(_line(kept) + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def _line(kept: dict[str, Any]) -> bytes:
    return json.dumps(kept).encode()


def _parse(line: bytes) -> tuple[Attempt, Conditions | None, Verdict] | None:
    """Return the attempt, the conditions and the verdict of a line; None if it holds none.

    Older versions wrote lines without conditions; these come as None.
    """
    try:
        kept = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match kept:
        case {
            "student": str(student),
            "slug": str(slug),
            "sha256": str(sha256),
            "verdict": {"points": int(), "status": str()},
        }:
            conditions = Conditions.parse(kept.get("conditions"))
            return (student, slug, sha256), conditions, kept["verdict"]
    return None
