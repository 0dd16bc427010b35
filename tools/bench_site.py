"""Print what each page and deck of the built site weighs and asks for, and how much of it moves.

Usage: python tools/bench_site.py [--lighthouse] [PAGE ...]      (all, or book/layer_norm.html, say)

The limit for a page is 200 KB, as transferred to a reader who has said *always show* and reads to
the end; the gallery, which shows every explorable, has 600 KB. The editor of exercises is loaded
when its box comes near, and ``tools/bundle.mjs`` holds it to a limit of its own: what the page
weighs with it is printed beside. A first visit, with nothing kept and the service worker let in,
asks the host for 30 files at most until page and worker are quiet; and over a line of 10 Mbit/s and
40 ms the layout shifts by 0.02 at most, as browsers count it. Both at 1280 and at 375 pixels; what
is worse is printed.

With ``--lighthouse`` Lighthouse visits each page three times as a phone would, and the medians are
printed instead: performance 98 or more, accessibility, best practices and search engines 100. npx
fetches it from the package registry.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from chrome import (
    FLAGS,
    SHOW_ANSWERS,
    find_chrome,
    open_whole,
    read_to_the_end,
    slow_down,
    wait_until_loaded,
)
from playwright.sync_api import Browser, Page, sync_playwright
from serve import Handler, serve

from book import CALL

SITE = Path(__file__).parents[1] / "_build" / "html"
PAGES = ("book/*.html", "slides/*.html", "search.html")
LIMIT_KB = 200
GALLERY_LIMIT_KB = 600
EDITOR = ("/_static/exercise/", "/_static/code/")
WIDTHS = (1280, 375)
MOST_REQUESTS = 30
QUIET_MS = 2000
"""How long nothing is asked for before a first visit is over."""
MOST_SHIFT = 0.02
COUNT_SHIFT = """
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) window.shift += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
LIGHTHOUSE = "lighthouse@12.8.2"
LIGHTHOUSE_VISITS = 3
LEAST_SCORES = {"performance": 98, "accessibility": 100, "best-practices": 100, "seo": 100}


class Host(Handler):
    """Notes what it is asked for."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        """Send a file."""
        self.asked.append(self.path)
        super().do_GET()


def limit_kb(page: str) -> int:
    """Return the limit of a page, by its file's name."""
    return GALLERY_LIMIT_KB if page == "gallery.html" else LIMIT_KB


def page_weight(browser: Browser, url: str) -> dict[str, int]:
    """Return the bytes transferred for each address while a reader reads a page to its end."""
    # Without its service worker, a page loads all by itself, where it is counted.
    context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    page = context.new_page()
    page.add_init_script(SHOW_ANSWERS)  # what is covered is loaded by who uncovers it
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    addresses: dict[str, str] = {}
    weights: dict[str, int] = {}
    session.on(
        "Network.responseReceived",
        lambda event: addresses.__setitem__(event["requestId"], event["response"]["url"]),
    )
    session.on(
        "Network.loadingFinished",
        lambda event: weights.__setitem__(
            addresses.get(event["requestId"], event["requestId"]), int(event["encodedDataLength"])
        ),
    )
    open_whole(page, url)
    if page.locator(".reveal").count():
        show_all_slides(page)
    else:
        read_to_the_end(page)
    context.close()
    return weights


def show_all_slides(page: Page) -> None:
    """Go through a deck, so that all that loads late has loaded."""
    for _ in range(page.locator(".slides section:not(.stack), .fragment").count()):
        page.keyboard.press("PageDown")
        page.wait_for_timeout(100)
    wait_until_loaded(page)


def without_editor(weights: dict[str, int]) -> dict[str, int]:
    """Return the weights of all but the editor of exercises."""
    return {
        address: weight
        for address, weight in weights.items()
        if not any(part in address for part in EDITOR)
    }


def layout_shift(browser: Browser, url: str, width: int) -> float:
    """Return how far the layout shifts while a page comes over a slow line."""
    # What a service worker hands on, the browser does not slow down.
    context = browser.new_context(viewport={"width": width, "height": 800}, service_workers="block")
    page = context.new_page()
    page.add_init_script(COUNT_SHIFT)
    slow_down(page)
    open_whole(page, url)
    shift = float(page.evaluate("window.shift"))
    context.close()
    return shift


def first_requests(browser: Browser, url: str, width: int) -> int:
    """Return how many files page and service worker ask the host for on a first visit."""
    Host.asked.clear()
    context = browser.new_context(viewport={"width": width, "height": 800}, service_workers="allow")
    page = context.new_page()
    open_whole(page, url)
    page.wait_for_function("navigator.serviceWorker.controller")
    before = -1
    while before != len(Host.asked):
        before = len(Host.asked)
        page.wait_for_timeout(QUIET_MS)
    context.close()
    return before


def print_page(browser: Browser, url: str, page: str) -> bool:
    """Print the line of a page; return whether it keeps the limits."""
    address = url + page
    weights = page_weight(browser, address)
    whole = sum(weights.values()) / 1000
    kilobytes = sum(without_editor(weights).values()) / 1000
    limit = limit_kb(Path(page).name)
    shift = max(layout_shift(browser, address, width) for width in WIDTHS)
    requests = max(first_requests(browser, address, width) for width in WIDTHS)
    faults = [
        *[f"over {limit} KB"] * (kilobytes > limit),
        *[f"shifts by more than {MOST_SHIFT}"] * (shift > MOST_SHIFT),
        *[f"over {MOST_REQUESTS} requests"] * (requests > MOST_REQUESTS),
    ]
    line = f"{page:<34}{kilobytes:4.0f} KB of {limit}, with the editor {whole:4.0f}"
    line += f"   shift {shift:.3f}   {requests:3} requests   {', '.join(faults)}"
    print(line.rstrip(), flush=True)
    return not faults


def lighthouse_visit(npx: str, chrome: str, url: str) -> dict[str, int]:
    """Return Lighthouse's scores of a page on a phone, each from 0 to 100."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [npx, "--yes", LIGHTHOUSE, url, "--quiet"]
        command += [f"--only-categories={','.join(LEAST_SCORES)}"]
        command += ["--output=json", f"--output-path={report}"]
        command += [f"--chrome-flags=--headless {' '.join(FLAGS)}"]
        subprocess.run(command, check=True, env=os.environ | {"CHROME_PATH": chrome})
        categories = json.loads(report.read_text("utf-8"))["categories"]
    # A category of which an audit did not come about has no score.
    return {name: round(100 * (categories[name]["score"] or 0)) for name in LEAST_SCORES}


def medians(visits: Iterable[dict[str, int]]) -> dict[str, int]:
    """Return of each score the median."""
    each = list(visits)
    return {name: statistics.median_low(visit[name] for visit in each) for name in LEAST_SCORES}


def print_scores(page: str, scores: dict[str, int]) -> bool:
    """Print the line of a page's scores; return whether they are high enough."""
    missed = [
        f"{name} below {least}" for name, least in LEAST_SCORES.items() if scores[name] < least
    ]
    columns = "".join(f"{scores[name]:>{len(name) + 3}}" for name in LEAST_SCORES)
    print(f"{page:<34}{columns}   {', '.join(missed)}".rstrip(), flush=True)
    return not missed


def print_lighthouse(npx: str, chrome: str, url: str, pages: list[str]) -> bool:
    """Print the table of Lighthouse's scores; return whether all are high enough."""
    head = "".join(f"   {name}" for name in LEAST_SCORES)
    print(f"{f'Median of {LIGHTHOUSE_VISITS}':<34}{head}")
    kept = [
        print_scores(
            page,
            medians(lighthouse_visit(npx, chrome, url + page) for _ in range(LIGHTHOUSE_VISITS)),
        )
        for page in pages
    ]
    return all(kept)


def find_pages() -> list[str]:
    """Return the site's pages and decks, as a reader can come upon them."""
    found = [sorted(SITE.glob(pattern)) for pattern in PAGES]
    return [path.relative_to(SITE).as_posix() for paths in found for path in paths]


def main() -> int:
    """Print the table; return 1 if a page misses a limit."""
    parser = argparse.ArgumentParser(description="Weigh the pages of the built site.")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="as book/layer_norm.html; or all")
    parser.add_argument("--lighthouse", action="store_true", help="print Lighthouse's scores")
    arguments = parser.parse_args()
    chrome = find_chrome()
    if chrome is None:
        print("No Chrome or Chromium found: install one, or set NORMBOOK_CHROME to its path.")
        return 1
    pages = arguments.pages or find_pages()
    for page in pages or ["book/index.html"]:
        if not (SITE / page).is_file():
            print(f"There is no page {SITE / page}: run `{CALL} html` first.")
            return 1
    with serve(SITE, port=0, handler=Host) as url:
        if arguments.lighthouse:
            npx = shutil.which("npx")
            if npx is None:
                print("No npx found, which fetches Lighthouse: it comes with Node.")
                return 1
            return int(not print_lighthouse(npx, chrome, url, pages))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chrome, args=FLAGS)
            kept = [print_page(browser, url, page) for page in pages]
            browser.close()
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main())
