"""Print how long the book takes: to build, from nothing or after an edit, and from edit to sight.

Usage: python tools/bench_book.py

It builds a copy of this tree with this tree's environment: from nothing, with nothing changed, and
after each kind of edit, where none but a chapter's own cells and what they read may execute any.
Then ``book.py watch`` serves the copy, and a browser waits for each edit to be seen. The chapter
that is edited is the one whose cells took longest.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from chrome import FLAGS, SHOW_ANSWERS, find_chrome, open_whole
from jupyter_cache import get_cache
from playwright.sync_api import Page, sync_playwright
from serve import free_port
from steps import Session

from book import DEV, MODULES, SETTINGS

ROOT = Path(__file__).parents[1]
BOOK = (sys.executable, "tools/book.py")
SHARED = (".venv", "node_modules")
PACKAGE = "src/normbook"

CELL = "\n```{code-cell} ipython3\n6 * 7 * 1000003\n```\n"
PRINTED = "42000126"
SENTENCE = "\nThis sentence was not there before.\n"
RULE = "\nbody {{ --nb-{}: there; }}\n".format
EXPLORABLE, CHAPTER = f"{PACKAGE}/widgets/pipeline", "layer_norm"
"""The explorable that is edited, and the chapter that shows it."""


@dataclass(frozen=True)
class Edit:
    """An edit of the tree, and what comes of it."""

    what: str
    file: str
    text: str
    """What is added to the file."""
    limit: float | None
    executes: bool = False
    """Whether cells may be executed."""


BUILDS = (
    Edit("an explorable's style", f"{EXPLORABLE}/widget.css", RULE("built"), 10),
    Edit("a mutant", f"{PACKAGE}/exercises/standardize/mutants/min_max.py", "\n# more\n", 10),
    Edit("the grader", f"{PACKAGE}/grader/verdict/same.py", "\n# more\n", 10),
    Edit("a norm", f"{PACKAGE}/norms/layer_norm.py", "\n# more\n", None, executes=True),
)


def copy_tree(to: Path) -> None:
    """Copy what the book is built from, as old as it is: what is to be made goes by that.

    What is shared is not the copy's to install: it is up to date before.
    """
    session = Session(ROOT, SETTINGS)
    for step in (DEV, MODULES):
        session.ensure(step)
    unwanted = shutil.ignore_patterns(*SHARED, "_build", ".git", "__pycache__", ".*_cache")
    shutil.copytree(ROOT, to, ignore=unwanted)
    for name in SHARED:
        (to / name).symlink_to(ROOT / name)


def environment(tree: Path) -> dict[str, str]:
    """Return the environment in which the copy's own package is imported."""
    return os.environ | {"PYTHONPATH": str(tree / "src")}


def build(tree: Path) -> float:
    """Build the book; return the seconds it took."""
    begin = time.perf_counter()
    done = subprocess.run(
        (*BOOK, "html"),
        cwd=tree,
        env=environment(tree),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode:
        raise RuntimeError(f"The book could not be built:\n{done.stdout[-2000:]}")
    return time.perf_counter() - begin


def executions(tree: Path) -> set[tuple[str, str]]:
    """Return the chapters that are executed, each with the time when that was."""
    records = get_cache(tree / "_build" / ".jupyter_cache").list_cache_records()
    return {(record.uri, str(record.created)) for record in records}


def longest(tree: Path) -> tuple[Path, float]:
    """Return the chapter whose cells took longest to run, and the seconds they took."""
    records = get_cache(tree / "_build" / ".jupyter_cache").list_cache_records()
    record = max(records, key=lambda record: record.data["execution_seconds"])
    return Path(record.uri), record.data["execution_seconds"]


def add(file: Path, text: str) -> None:
    """Write a text at the end of a file."""
    with file.open("a", encoding="utf-8") as opened:
        opened.write(text)


@contextmanager
def watched(tree: Path) -> Iterator[tuple[str, Iterator[str]]]:
    """Have ``book.py watch`` serve the copy while the context lasts; give address and lines."""
    command = (*BOOK, "watch", f"PORT={free_port()}")
    process = subprocess.Popen(
        command,
        cwd=tree,
        env=environment(tree),
        text=True,
        stdout=subprocess.PIPE,
        start_new_session=True,  # so that all that it starts can be ended
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if found := re.search(r"http://\S+", line):
                yield found[0], process.stdout
                break
        else:
            raise RuntimeError("book.py watch ended before it served the book")
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def seen(page: Page, file: Path, text: str, condition: str) -> float:
    """Edit a file; return the seconds until a condition holds in the page."""
    begin = time.perf_counter()
    add(file, text)
    page.wait_for_function(condition, timeout=180_000, polling=20)
    return time.perf_counter() - begin


def sights(tree: Path) -> Iterator[tuple[str, float, float]]:
    """Yield from edit to sight: what was edited, the seconds, and the limit.

    An edit comes when the build after the one before has ended.
    """
    chapter, own = longest(tree)
    with watched(tree) as (url, lines), sync_playwright() as playwright:

        def see(file: Path, text: str, condition: str) -> float:
            seconds = seen(page, file, text, condition)
            next(line for line in lines if "is in the site" in line)
            return seconds

        browser = playwright.chromium.launch(executable_path=find_chrome(), args=FLAGS)
        context = browser.new_context()
        context.add_init_script(SHOW_ANSWERS)
        page = context.new_page()
        open_whole(page, f"{url}book/{CHAPTER}.html")
        style = "getComputedStyle(document.body).getPropertyValue('--nb-seen') === 'there'"
        mount = page.locator('.nb-mount[data-slug="pipeline"]')
        mount.scroll_into_view_if_needed()
        mount.and_(page.locator("[data-mounted]")).wait_for()
        seconds = see(tree / EXPLORABLE / "widget.css", RULE("seen"), style)
        yield "seen: an explorable's style", seconds, 2
        script = tree / EXPLORABLE / "widget.mjs"
        yield "seen: its module", see(script, "\nglobalThis.nbSeen = 1;\n", "window.nbSeen"), 2
        page.close()  # which may be about to load again
        page = context.new_page()
        open_whole(page, f"{url}book/{chapter.stem}.html")
        shows = "document.body.innerText.includes('{}')".format
        seconds = see(chapter, SENTENCE, shows(SENTENCE.strip()))
        yield f"seen: a chapter's prose ({chapter.stem})", seconds, 5
        seconds = see(chapter, CELL, shows(PRINTED))
        yield f"seen: a cell ({chapter.stem}: its own time, {own:.1f} s, and 5)", seconds, own + 5
        browser.close()


def rows(tree: Path) -> Iterator[tuple[str, float, float | None]]:
    """Yield what was done, the seconds it took, and the limit."""
    yield "from nothing", build(tree), 300
    yield "nothing changed", build(tree), 10
    for edit in BUILDS:
        before = executions(tree)
        add(tree / edit.file, edit.text)
        seconds = build(tree)
        if executions(tree) != before and not edit.executes:
            raise RuntimeError(f"{edit.what} was edited, and chapters were executed")
        yield f"built: {edit.what}", seconds, edit.limit
    chapter, _ = longest(tree)
    add(chapter, CELL.replace("6", "5"))
    yield f"built: a chapter's cell ({chapter.stem})", build(tree), 25
    yield from sights(tree)


def main() -> int:
    """Print the table; return 1 if something took longer than its limit."""
    if find_chrome() is None:
        print("No Chrome or Chromium found: install one, or set NORMBOOK_CHROME to its path.")
        return 1
    over = False
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name, "book")
        copy_tree(tree)
        for what, seconds, limit in rows(tree):
            of = f" of {limit:5.1f}" if limit is not None else " " * 9
            print(f"{seconds:6.1f} s{of}   {what}", flush=True)
            over |= limit is not None and seconds > limit
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
