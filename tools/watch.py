"""Serve the book, and reload its pages while it is edited: python tools/watch.py [--port 8000].

What is served is a copy of the site, in ``_build/watch``, that changes only when a build has
succeeded. A page is told by ``watch.mjs``, which is added as it is served, what has changed; and
when a build has failed, why. Bundles come to the page as soon as esbuild, which stays, has made
them. The book itself is built by a process that is forked, where the system can, from one that has
loaded Sphinx and all else but this package: its code is always what the files say.
"""

import argparse
import json
import multiprocessing
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any

import build
from alone import alone
from serve import Handler, Server
from steps import LOCK, CommandFailedError, Session, named_in, stamped
from watchfiles import Change, DefaultFilter, watch

import book

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
SERVED = ROOT / "_build" / "watch"
ENVIRONMENT = ROOT / "_build" / ".doctrees" / "environment.pickle"
BUILT = ROOT / book.SITE.stamp
WATCHED = [ROOT / name for name in ("book", "src/normbook", "_config.yml", "_toc.yml")]
STYLES = ROOT / "_build" / "styles"
"""Where the last build keeps the theme's rules: in site.css they stand before our own."""
FINISHED = ("fonts/", "offline.js")
"""How the names of bundles begin that the build still changes before pages load them."""
CLIENT = Path(__file__).with_suffix(".mjs")
CHANGES = "/-/changes"
BEAT = 15.0
"""After so many seconds without news something is sent: to a browser that has left, that fails."""

LOADED = [
    *("jupyter_book.cli.main", "jupyter_book.sphinx", "myst_nb.sphinx_", "jupytext", "anywidget"),
    *("sphinx.builders.html", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_book_theme"),
    *("sphinx_external_toc", "sphinx_thebe", "sphinx_togglebutton", "sphinx_copybutton"),
    *("sphinx_comments", "sphinx_design", "sphinx_jupyterbook_latex", "sphinxcontrib.bibtex"),
    *("jupyter_cache.cache.main", "matplotlib.pyplot", "torch"),
]
"""Modules that a build loads beside this package: loaded once, before builds are forked."""

NOT_WHOLE = (
    "The book is not whole here: a build has failed, or was interrupted. "
    f"Save again after `{book.CALL} html`."
)
NO_WHEEL = "The package's wheel, which the page's Python comes from, fails: the terminal says why."

STAMP = re.compile(rb'(<meta name="nb-build" content=")[0-9a-f]*')
COLOUR = re.compile(r"\x1b\[[\d;]*m")
NOISE = re.compile(
    r"^(?:\[IPKernelApp\].*|.*sphinx_external_toc.*FutureWarning.*(?:\n  .*)?)\n?", re.MULTILINE
)
"""Lines that a build prints about its own tools, and not about the book."""

FAREWELL = """\
// In place of the site's service worker: it takes back what an earlier one has kept, and goes.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  const ours = `normbook ${self.registration.scope} `;
  const names = (await caches.keys()).filter((name) => name.startsWith(ours));
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
"""


# ---- what is served


class Served:
    """The folder that is served, and what browsers are to know of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._errors: dict[str, str] = {}  # from "bundles" or "book" to what is wrong with it
        self._changed: list[str] = []  # every address that has changed since the start, in order
        self._one_at_a_time = threading.Lock()
        self._browsers: set[queue.SimpleQueue[None]] = set()

    @property
    def version(self) -> int:
        """How many changes there were so far."""
        return len(self._changed)

    def take(self, name: str, content: bytes) -> None:
        """Serve a file's content under a name, unless it is served so already."""
        with self._one_at_a_time:
            content = served_as(name, content)
            target = self.folder / name
            if target.is_file() and target.read_bytes() == content:
                return
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(f"{target.name}.part")
            part.write_bytes(content)
            part.replace(target)
            self._changed.append(f"/{name}")

    def take_site(self, site: Path) -> None:
        """Serve a whole site, and nothing else."""
        names = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
        for name in sorted(names):
            self.take(name, (site / name).read_bytes())
        for path in list(self.folder.rglob("*")):
            if path.is_file() and path.relative_to(self.folder).as_posix() not in names:
                path.unlink()

    def tell(self, **errors: str) -> None:
        """Let every browser know what has changed, and what is wrong with what was built."""
        self._errors |= errors
        for browser in list(self._browsers):
            browser.put(None)

    def news(self, since: int) -> Iterator[dict[str, Any] | None]:
        """Yield what has changed since some version and what is wrong now; wait for more of it.

        After each `BEAT` without any, yield None.
        """
        browser: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._browsers.add(browser)
        try:
            while True:
                version = self.version
                errors = "\n\n".join(filter(None, self._errors.values()))
                changed = self._changed[since:version]
                yield {"version": version, "changed": changed, "errors": errors}
                since = version
                while not has_news(browser):
                    yield None
        finally:
            self._browsers.discard(browser)


def has_news(browser: queue.SimpleQueue[None]) -> bool:
    """Wait until a browser is told of something, and return True; False after a `BEAT`."""
    try:
        browser.get(timeout=BEAT)
    except queue.Empty:
        return False
    return True


def served_as(name: str, content: bytes) -> bytes:
    """Return a file's content as it is served: without the build's name, and no service worker."""
    if name == "offline.js":
        return FAREWELL.encode()
    return STAMP.sub(rb"\1", content) if name.endswith(".html") else content


class WatchHandler(Handler):
    """Adds the client to pages, and answers it."""

    def __init__(self, served: Served, *given: Any, **options: Any) -> None:
        self.served = served
        super().__init__(*given, directory=str(served.folder), **options)

    def do_GET(self) -> None:
        """Send a file, the client, or news as they come."""
        path, _, query = self.path.partition("?")
        if path == CHANGES:
            self.send_news(int(query.removeprefix("since=") or 0))
        else:
            super().do_GET()

    def content(self, path: Path) -> bytes:
        """Return a file's content, a page's with the client."""
        version = self.served.version  # before the page is read: rather told twice than never
        content = super().content(path)
        if path.suffix != ".html":
            return content
        client = CLIENT.read_text(encoding="utf-8")
        return content + f'<script data-since="{version}">{{{client}}}</script>'.encode()

    def send_news(self, since: int) -> None:
        """Send news until the browser leaves."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.close_connection = True
        for news in self.served.news(since):
            event = f"data: {json.dumps(news)}" if news else ":"  # a comment, which is no event
            self.wfile.write(f"{event}\n\n".encode())
            self.wfile.flush()


# ---- what is built


class Bundler:
    """esbuild, kept at work by ``bundle.mjs --serve``."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def build(self) -> tuple[list[Path], str]:
        """Build what has changed; return the files that are others now, and what is wrong."""
        if self._process is None or self._process.poll() is not None:
            command = ["node", str(ROOT / "tools" / "bundle.mjs"), "--serve"]
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            return [], f"tools/bundle.mjs ended with status {self._process.wait()}."
        answer = json.loads(line)
        return [Path(path) for path in answer["changed"]], answer["errors"]


def refresh_wheel() -> str:
    """Build the package's wheel if what pages run of it has changed; return what is wrong."""
    step, session = book.WHEEL, Session(ROOT, book.SETTINGS)
    if all(name.endswith(book.FRONT_END) for name in session.changed(step)):
        return ""
    try:
        session.make(step)
    except CommandFailedError:
        return NO_WHEEL
    return ""


def build_book(log: str) -> None:
    """Build the book, in a process of its own; what it says goes to the file ``log``."""
    with open(log, "w", encoding="utf-8") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        with redirect_stdout(file), redirect_stderr(file):
            build.main("--quiet")


class Builder:
    """Builds the book, each time by a new process."""

    def __init__(self) -> None:
        if sys.platform == "win32":
            self._context = multiprocessing.get_context("spawn")
        else:
            self._context = multiprocessing.get_context("forkserver")
            self._context.set_forkserver_preload(LOADED)

    def build(self) -> str:
        """Build what has changed; return what is wrong.

        After a build that fails, Sphinx's record of what it has read is put back: else it would
        take the pages that failed for built. A build that is interrupted leaves no stamp, so that
        `book.py` begins from nothing; else the stamp is as old as it was, older than what was
        edited.
        """
        try:
            when, before = BUILT.stat().st_mtime_ns, ENVIRONMENT.read_bytes()
        except FileNotFoundError:  # which another build has removed, and has not made anew
            return NOT_WHOLE
        if errors := refresh_wheel():
            return errors
        with tempfile.TemporaryDirectory() as folder, stamped(BUILT, when, named_in(BUILT)):
            log = Path(folder, "log")
            process = self._context.Process(target=build_book, args=(str(log),))
            process.start()
            process.join()
            if process.exitcode == 0:
                return ""
            ENVIRONMENT.write_bytes(before)
            said = log.read_text(encoding="utf-8") if log.exists() else ""
            said = NOISE.sub("", COLOUR.sub("", said)).strip()
            return said or f"The build ended with status {process.exitcode}."


# ---- from a change to the page


class Watcher:
    """Brings what has changed into the pages: bundles at once, all else by a build at a time."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._bundler = Bundler()
        self._bundler.build()  # which has esbuild start, before anyone waits for it
        self._builder = Builder()
        self._waiting: queue.SimpleQueue[list[Path]] = queue.SimpleQueue()
        threading.Thread(target=self.build_all, daemon=True).start()

    def take(self, paths: list[Path]) -> None:
        """Serve the bundles that follow from changed files, and have the book built."""
        if any(path.name.endswith(book.FRONT_END) for path in paths):
            changed, errors = self._bundler.build()
            for path in changed:
                name = path.as_posix().rpartition("/_dist/")[2]
                if not name.startswith(FINISHED):
                    self._served.take(f"_static/{name}", as_loaded(path))
            self._served.tell(bundles=errors)
            if errors:
                print(f"          {named(paths)} failed\n{errors}\n", flush=True)
                return
        self._waiting.put(paths)

    def build_all(self) -> None:
        """Build the book after each change, or after several that came meanwhile."""
        paths: list[Path] = []
        while True:
            paths += self._waiting.get()
            while not self._waiting.empty():
                paths += self._waiting.get()
            begin = time.perf_counter()
            with alone(ROOT / LOCK):
                errors = self._builder.build()
                if not self._waiting.empty():
                    continue  # what this build has seen is not what the files now say
                if not errors:
                    self._served.take_site(SITE)
            self._served.tell(book=errors)
            verdict = f"failed\n{errors}\n" if errors else "is in the site"
            print(f"{time.perf_counter() - begin:5.1f} s   {named(paths)} {verdict}", flush=True)
            paths = []


def as_loaded(bundle: Path) -> bytes:
    """Return a bundle's content as pages load it: our styles come behind the theme's."""
    before = sorted(STYLES.glob("*.css")) if bundle.name == "site.css" else []
    return b"\n".join(path.read_bytes() for path in (*before, bundle))


def named(paths: list[Path]) -> str:
    """Return the names of some files, in a line."""
    return ", ".join(sorted({path.name for path in paths})[:3])


class Sources(DefaultFilter):
    """A filter of changes that lets those of hand-written files through."""

    def __call__(self, change: Change, path: str) -> bool:
        """Return whether a file is watched."""
        file = Path(path)
        is_source = file.suffix and "_dist" not in file.parts  # an editor's own copy has no suffix
        return bool(is_source) and super().__call__(change, path)


def main() -> int:
    """Watch until Ctrl-C."""
    parser = argparse.ArgumentParser(description="Serve the book, and reload it as it is edited.")
    parser.add_argument("--port", default="8000")
    text = parser.parse_args().port
    port = book.as_port(text)
    if port is None:
        print(f"Port {text} is no port; expected 0 to 65535.")
        return 1
    served = Served(SERVED)
    with alone(ROOT / LOCK):
        served.take_site(SITE)
    watcher = Watcher(served)
    try:
        server = Server(("127.0.0.1", port), partial(WatchHandler, served))
    except OSError as error:
        print(
            f"Cannot serve on port {port}: {error.strerror}. Try: {book.CALL} watch PORT={port + 1}"
        )
        return 1
    threading.Thread(target=server.serve_forever, daemon=True).start()
    changes = watch(*WATCHED, watch_filter=Sources(), raise_interrupt=False)
    print(f"The book is at http://localhost:{server.server_port}/   (Ctrl-C ends)", flush=True)
    for change in changes:
        watcher.take([Path(path) for _, path in change])
    return 0


if __name__ == "__main__":
    sys.exit(main())
