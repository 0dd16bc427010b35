"""Build the book into _build/html: python tools/build.py.

This is ``jupyter-book build``, with the settings that `book.py` and `watch.py` share: others
would have every page made anew. A warning is an error.
"""

import gc
import os
import sys
from contextlib import AbstractContextManager
from pathlib import Path

from filelock import FileLock, Timeout

ROOT = Path(__file__).parents[1]
COMMAND = ["build", str(ROOT), "-n", "-W", "--keep-going"]
LOCK = ROOT / "_build" / "build.lock"
"""The lock of a build that is under way: two at a time would remove each other's files."""
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

    with alone():
        jupyter_book([*COMMAND, *options])


def alone() -> AbstractContextManager[object]:
    """Hold the lock, once no other build does."""
    lock = FileLock(LOCK)
    try:
        return lock.acquire(blocking=False)
    except Timeout:
        said = "Another build is at work in this folder; this one begins when that one ends."
        print(said, flush=True)
        return lock.acquire()


if __name__ == "__main__":
    main()
