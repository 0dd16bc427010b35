"""The Chrome or Chromium that tests and benchmarks drive."""

import os
import shutil
from pathlib import Path

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
