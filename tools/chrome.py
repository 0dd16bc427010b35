"""The Chrome or Chromium that tests and benchmarks drive."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error, Page, TimeoutError

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
"""Programs with Chrome's engine, but without windows and profiles: a page takes a quarter of the
time."""
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")

# Quiet: no sandbox (containers have none of their own), and no traffic but the page's.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

SHOW_ANSWERS = """try {
  localStorage.setItem("normbook:always-show", "yes");
} catch {} // denied"""
"""A script that has the questions of a page answered at once, so that nothing is covered."""

DRAWS = """() => Promise.race([
  new Promise(requestAnimationFrame).then(() => true),
  new Promise((resolve) => setTimeout(resolve, 2000, false)),
])"""
"""A script that says whether the browser draws the page; explorables start only if it does."""

LINE = {"offline": False, "latency": 40, "downloadThroughput": 1.25e6, "uploadThroughput": 1.25e6}
"""Chrome's settings for a network of 10 Mbit/s, in bytes a second, with a latency of 40 ms."""

HAS_COME = "performance.getEntriesByType('resource').length"
"""A script that says how many files the page has loaded."""


def find_chrome(names: Sequence[str] = NAMES + SHELLS) -> str | None:
    """Return the path of a browser: ``NORMBOOK_CHROME``, or one where they usually are."""
    chosen = os.environ.get("NORMBOOK_CHROME")
    if chosen and not Path(chosen).is_file():
        raise FileNotFoundError(f"NORMBOOK_CHROME is {chosen}, and there is no such file.")
    found = chosen or next(filter(None, map(shutil.which, names)), None)
    return found or next((str(path) for path in installed() if path.is_file()), None)


def installed() -> Iterator[Path]:
    """Yield where macOS and Windows have Chrome, which no shell finds there."""
    yield MAC
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if folder := os.environ.get(variable):
            yield Path(folder, "Google", "Chrome", "Application", "chrome.exe")


def find_chrome_for_tests() -> str | None:
    """Return the path of the browser that tests drive: a headless shell, where there is one."""
    return find_chrome(SHELLS + NAMES)


def open_whole(page: Page, address: str) -> None:
    """Open a page, and wait until all of it is read and nothing more comes.

    Playwright's ``networkidle`` is neither: a browser short of time asks for nothing while it
    still reads the page.
    """
    page.goto(address)
    wait_until_loaded(page)


def slow_down(page: Page) -> None:
    """Have all that a page asks for come over the slow `LINE`."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", LINE)


def wait_until_loaded(page: Page) -> None:
    """Wait until the page has loaded nothing for half a second; pages without scripts work, too."""
    come, rounds = -1, 0
    while rounds < 5:
        last = come
        with suppress(Error):  # of a page that just leads on to another
            come = page.evaluate(HAS_COME)
        rounds = rounds + 1 if come == last else 0
        page.wait_for_timeout(100)


def read_to_the_end(page: Page) -> None:
    """Scroll through a page as a reader does, so that all that loads late has loaded."""
    page.evaluate(
        """async () => {
          for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
            scrollTo(0, y);
            await new Promise((done) => setTimeout(done, 30));
          }
        }"""
    )
    try:
        wait_for_explorables(page)
    except TimeoutError:
        if page.evaluate(DRAWS):
            raise
        page.screenshot()  # for which the browser has to draw
        wait_for_explorables(page)
    wait_until_loaded(page)


def wait_for_explorables(page: Page) -> None:
    """Scroll back to each explorable that has not started: it does when it is drawn in view."""
    page.wait_for_function(
        """() => {
          const waiting = document.querySelector(".nb-mount:not([data-mounted], [data-begin])");
          if (waiting) waiting.scrollIntoView();
          else scrollTo(0, 0);
          return !waiting;
        }""",
        polling=100,  # and not with each frame, of which a browser short of time draws few
    )
