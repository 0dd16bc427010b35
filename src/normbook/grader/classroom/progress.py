"""Shows how far the grading of a class is."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import TextIO

from ..terminal import columns

LINE_EVERY = 50
"""Attempts from one line of progress to the next, if the output is no terminal."""
MOST_WAITED_FOR = 4
"""Of how many answers that are waited for it is said whose they are."""


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
        self._done = self._new = self._width = 0

    def step(self, new: bool) -> None:
        """Count one attempt; ``new`` says whether it was graded in this run."""
        self._done += 1
        self._new += new
        last = self._done == self._total
        if self._stream.isatty() or last or self._done % LINE_EVERY == 0:
            self._show(self._line(), last)

    def waiting(self, names: Sequence[str]) -> None:
        """Say whose answers have been waited for in vain for a while."""
        more = len(names) - MOST_WAITED_FOR
        told = ", ".join(names[:MOST_WAITED_FOR]) + (f" and {more} more" if more > 0 else "")
        self._show(f"{self._done} of {self._total} attempts; at work on {told}", False)

    def _show(self, line: str, last: bool) -> None:
        if width := columns(self._stream):
            if len(line) >= width:  # it would not be written over by the next
                line = f"{line[: width - 2]}…"
            self._width = min(max(self._width, len(line)), width - 1)
            text = f"\r{line:<{self._width}}"
            print(text, end="\n" if last else "", file=self._stream, flush=True)
        else:
            print(line, file=self._stream, flush=True)

    def _line(self) -> str:
        """Return how many are done, how many a minute, and in how many minutes the rest may be."""
        line = f"{self._done} of {self._total} attempts"
        if not self._new:
            return line
        a_minute = 60 * self._new / max(time.monotonic() - self._begin, 1e-3)
        left = math.ceil((self._total - self._done) / a_minute)
        minutes = f", {left} {'minute' if left == 1 else 'minutes'} left if none loops"
        return f"{line}, {a_minute:.0f} a minute" + (minutes if left else "")
