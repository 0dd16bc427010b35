"""Try every link of the book that leads elsewhere: python tools/links.py.

It builds the book anew, as Sphinx's list of links, from the executed chapters that are there.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CACHE = ROOT / "_build" / ".jupyter_cache"
FOLDER = ROOT / "_build" / "links" / "_build"
LOG_LINES = 20
"""How many of Sphinx's last lines are shown if it fails."""


def broken(output: str) -> list[str]:
    """Return the lines of Sphinx's ``output.txt`` that tell of links without an answer."""
    return [line for line in output.splitlines() if re.search(r"\[(broken|timeout)\]", line)]


def main() -> int:
    """Print the links that do not answer; return 1 if there are any, or if the build fails."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(CACHE, FOLDER / CACHE.name)
    command = [sys.executable, "-m", "jupyter_book.cli.main", "build", str(ROOT)]
    with (FOLDER / "log").open("w+", encoding="utf-8") as log:
        options = ["--path-output", str(FOLDER.parent), "--builder", "linkcheck"]
        failed = subprocess.run([*command, *options], stdout=log, stderr=log).returncode
        log.seek(0)
        said = log.read().splitlines()
    if not failed:
        print("Every link answers.")
        return 0
    output = FOLDER / "html" / "output.txt"
    found = broken(output.read_text(encoding="utf-8")) if output.exists() else []
    print(*(found or said[-LOG_LINES:]), sep="\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
