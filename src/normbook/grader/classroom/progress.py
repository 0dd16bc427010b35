"""Shows how far the grading of a class is."""

from __future__ import annotations

import time
from typing import TextIO

LINE_EVERY = 50
"""Attempts from one line of progress to the next, if the output is no terminal."""


class Progress:
    """Shows how many attempts are done: on a terminal in one line, elsewhere line by line.

    Parameters
    ----------
    total
        How many attempts there are.
    stream
        Where to write.
    """

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total, self._stream = total, stream
        self._begin = time.monotonic()
        self._done = self._new = 0

    def step(self, new: bool) -> None:
        """Count one attempt; ``new`` says whether it was graded in this run."""
        self._done += 1
        self._new += new
        last = self._done == self._total
        if self._stream.isatty():
            print(f"\r{self._line():<60}", end="\n" if last else "", file=self._stream, flush=True)
        elif last or self._done % LINE_EVERY == 0:
            print(self._line(), file=self._stream, flush=True)

    def _line(self) -> str:
        """Return how many are done, how many a minute, and in how many minutes the rest will be."""
        line = f"{self._done} of {self._total} attempts"
        if not self._new:
            return line
        a_minute = 60 * self._new / max(time.monotonic() - self._begin, 1e-3)
        left = (self._total - self._done) / a_minute
        return f"{line}, {a_minute:.0f} a minute" + (f", {left:.1f} minutes left" if left else "")
