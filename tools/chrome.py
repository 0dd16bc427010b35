"""The Chrome or Chromium that tests and benchmarks drive."""

import os
import shutil
from pathlib import Path

from playwright.sync_api import Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
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


def find_chrome() -> str | None:
    """Return the path of a browser: ``NORMBOOK_CHROME``, or one where they usually are."""
    chosen = os.environ.get("NORMBOOK_CHROME")
    if chosen and not Path(chosen).is_file():
        raise FileNotFoundError(f"NORMBOOK_CHROME is {chosen}, and there is no such file.")
    found = chosen or next(filter(None, map(shutil.which, NAMES)), None)
    return found or (str(MAC) if MAC.is_file() else None)


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
    # A browser that is short of time may have drawn nothing while a place went by.
    page.wait_for_function(
        """() => {
          const waiting = document.querySelector(".nb-mount:not([data-mounted])");
          if (waiting) waiting.scrollIntoView();
          else scrollTo(0, 0);
          return !waiting;
        }""",
        polling=100,  # and not with each frame, of which such a browser draws few
        timeout=120_000,
    )
    page.wait_for_load_state("networkidle")
