"""Print how long the book takes to build: from nothing, with nothing changed, one chapter edited.

Usage: python tools/bench_book.py

It runs ``make html`` in a copy of this tree, with this tree's environment. The chapter that is
edited is the one whose cells took longest, and gets a cell more, so that all of its cells run anew.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from jupyter_cache import get_cache

ROOT = Path(__file__).parents[1]
SHARED = (".venv", "node_modules")
COMMAND = ("make", "html", "VENV=", "MODULES=")
"""What is shared is not the copy's to install."""
LIMITS = {"from nothing": 300, "nothing changed": 10, "one chapter edited": 25}
CELL = "\n```{code-cell} ipython3\n6 * 7\n```\n"


def copy_tree(to: Path) -> None:
    """Copy what the book is built from, as old as it is: make goes by that."""
    unwanted = shutil.ignore_patterns(*SHARED, "_build", ".git", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, to, ignore=unwanted)
    for name in SHARED:
        (to / name).symlink_to(ROOT / name)


def build(tree: Path) -> float:
    """Build the book; return the seconds it took."""
    begin = time.perf_counter()
    done = subprocess.run(
        COMMAND, cwd=tree, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        raise RuntimeError(f"The book could not be built:\n{done.stdout[-2000:]}")
    return time.perf_counter() - begin


def longest(tree: Path) -> Path:
    """Return the chapter whose cells took longest to run."""
    records = get_cache(tree / "_build" / ".jupyter_cache").list_cache_records()
    return Path(max(records, key=lambda record: record.data["execution_seconds"]).uri)


def main() -> int:
    """Build three times; return 1 if one took longer than its limit."""
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name, "book")
        copy_tree(tree)
        seconds = {"from nothing": build(tree), "nothing changed": build(tree)}
        chapter = longest(tree)
        with chapter.open("a", encoding="utf-8") as file:
            file.write(CELL)
        seconds["one chapter edited"] = build(tree)
    for what, limit in LIMITS.items():
        which = f" ({chapter.stem})" if what == "one chapter edited" else ""
        print(f"{seconds[what]:6.1f} s of {limit:3}   {what}{which}")
    return int(any(seconds[what] > limit for what, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
