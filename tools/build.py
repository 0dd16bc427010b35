"""Build the book into _build/html: python tools/build.py.

This is ``jupyter-book build``, with the settings that `book.py` and `watch.py` share: others
would have every page made anew. These two see to it that no other build is at work. A warning is an
error, and each is said once more at the end: what builds a book says hundreds of lines.
"""

import gc
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).parents[1]
COMMAND = ["build", str(ROOT), "-n", "-W", "--keep-going"]
WARNS = re.compile(r"\b(?:WARNING|ERROR|CRITICAL): ")
UNNEEDED = "rfc3987_syntax"
"""A module that is kept from being loaded: jsonschema takes 1.5 s for it, to check kinds of
addresses that _config.yml does not have."""


def main(*options: str) -> None:
    """Build with more of its options, and exit with Jupyter Book's status."""
    sys.modules[UNNEEDED] = None  # type: ignore[assignment]
    # A build makes millions of nodes, and few cycles: to look for those is a tenth of its time.
    gc.disable()
    # One thread: for tensors as small as those of the chapters, more cost time.
    os.environ["OMP_NUM_THREADS"] = "1"
    from jupyter_book.cli.main import main as jupyter_book

    with warnings_repeated():
        jupyter_book([*COMMAND, *options])


class Listener:
    """Hands on what is written to a stream, and keeps the lines that warn."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.warnings: list[str] = []

    def write(self, text: str) -> int:
        """Write a text."""
        self.warnings += [each for each in text.splitlines() if WARNS.search(each)]
        return self._stream.write(text)

    def __getattr__(self, name: str) -> object:
        """Return what else the stream has."""
        return getattr(self._stream, name)


@contextmanager
def warnings_repeated() -> Iterator[None]:
    """Say in the end what was warned of, if anything was."""
    listener = Listener(sys.stderr)
    try:
        with redirect_stderr(listener):  # type: ignore[type-var]
            yield
    finally:
        if listener.warnings:
            print("== To mend:", *listener.warnings, sep="\n", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
