"""Print what each page of the built site weighs and asks for, and how much of it moves as it comes.

Usage: python tools/bench_site.py [--lighthouse]

The limit for a page is 200 KB, as transferred, with all that its explorables load; the gallery,
which shows every explorable, has 600 KB. The editor of exercises is loaded when its box comes near,
and is counted apart: ``tools/bundle.mjs`` holds it to a limit of its own. A first visit asks for
30 files at most, with nothing in the cache; and over a line of 10 Mbit/s and 40 ms the layout
shifts by 0.02 at most, as browsers count it, at 1280 and at 375 pixels. With
``--lighthouse`` the mobile performance score of each page is printed too; npx then fetches
Lighthouse from the package registry.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from chrome import FLAGS, SHOW_ANSWERS, find_chrome, open_whole, read_to_the_end, slow_down
from playwright.sync_api import Browser, sync_playwright
from serve import serve

SITE = Path(__file__).parents[1] / "_build" / "html"
LIMIT_KB = 200
GALLERY_LIMIT_KB = 600
APART = ("/_static/exercise/", "/_static/code/")
LIGHTHOUSE = "lighthouse@12.8.2"
MOST_REQUESTS = 30
MOST_SHIFT = 0.02
COUNT_SHIFT = """
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) window.shift += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
"""


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
    read_to_the_end(page)
    context.close()
    return {
        address: weight
        for address, weight in weights.items()
        if not any(p in address for p in APART)
    }


def first_visit(browser: Browser, url: str, width: int) -> tuple[float, int]:
    """Return how far the layout shifts over a slow line, and what a page asks for at first."""
    context = browser.new_context(viewport={"width": width, "height": 800}, service_workers="block")
    page = context.new_page()
    page.add_init_script(COUNT_SHIFT)
    slow_down(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_whole(page, url)
    shift = float(page.evaluate("window.shift"))
    context.close()
    return shift, len(asked)


def lighthouse_score(chrome: str, url: str) -> int:
    """Return Lighthouse's mobile performance score, from 0 to 100."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = ["npx", "--yes", LIGHTHOUSE, url, "--quiet", "--only-categories=performance"]
        command += ["--output=json", f"--output-path={report}"]
        command += [f"--chrome-flags=--headless {' '.join(FLAGS)}"]
        subprocess.run(command, check=True, env=os.environ | {"CHROME_PATH": chrome})
        categories = json.loads(report.read_text())["categories"]
        return round(100 * float(categories["performance"]["score"]))


def main() -> int:
    """Print the table; return 1 if a page is over a limit."""
    parser = argparse.ArgumentParser(description="Weigh the pages of the built site.")
    parser.add_argument("--lighthouse", action="store_true", help="print mobile performance too")
    arguments = parser.parse_args()
    chrome = find_chrome()
    if chrome is None:
        print("No Chrome or Chromium found: install one, or set NORMBOOK_CHROME to its path.")
        return 1
    over = False
    with serve(SITE, port=0) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chrome, args=FLAGS)
        for path in sorted((SITE / "book").glob("*.html")):
            address = f"{url.rstrip('/')}/book/{path.name}"
            kilobytes = sum(page_weight(browser, address).values()) / 1000
            limit = limit_kb(path.name)
            over |= kilobytes > limit
            visits = [first_visit(browser, address, width) for width in (1280, 375)]
            shift, requests = (max(each) for each in zip(*visits, strict=True))
            over |= shift > MOST_SHIFT or requests > MOST_REQUESTS
            line = f"{path.stem:<20} {kilobytes:6.0f} KB of {limit}"
            line += f"   shift {shift:.3f}   {requests:2} requests"
            if arguments.lighthouse:
                line += f"   Lighthouse mobile performance {lighthouse_score(chrome, address)}"
            print(line, flush=True)
        browser.close()
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
