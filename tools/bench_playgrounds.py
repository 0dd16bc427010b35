"""Print how long each playground takes from a slider's step to its picture: here, and in its page.

Usage: python tools/bench_playgrounds.py

Here it is the slowest of its start and of all the ends of its controls, as Matplotlib draws them.
In its page, if the site has NumPy, it is the median over the steps of its first slider, once Python
has come: what came before is not counted, and neither is what loads beside.
"""

import statistics
import sys
import time
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from bench_page import SITE, has_numpy
from chrome import FLAGS, SHOW_ANSWERS, find_chrome, open_whole
from playwright.sync_api import Browser, sync_playwright
from serve import serve

from normbook.figures import STYLE
from normbook.playgrounds import find_playground, slugs
from normbook.playgrounds.panel.control import Control
from normbook.playgrounds.panel.figure import to_figure

LIMIT = 0.3
"""The longest time from a slider's step to the figure, in seconds."""
STEPS = 9
QUIET_MS = 8000  # long enough for the page's second Python to be loaded

STEP = """async () => {
  const place = document.querySelector("figure.nb-playground");
  const slider = place.querySelector("input");
  const drawn = new Promise((resolve) => {
    new MutationObserver(resolve).observe(place.querySelector(".nb-playground-picture"), {
      childList: true,
    });
  });
  const start = performance.now();
  slider.value = Number(slider.value) < Number(slider.max) ? Number(slider.value) + 1 : 0;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  await drawn;
  return (performance.now() - start) / 1000;
}"""


def states(source: ModuleType) -> Iterator[dict[str, Any]]:
    """Yield the values of a playground's controls at the start, then with each at its ends."""
    controls: dict[str, Control] = source.controls()
    start = {name: control.values[control.start] for name, control in controls.items()}
    yield start
    for name, control in controls.items():
        for value in control.values[:: len(control.values) - 1 if control.slides else 1]:
            yield {**start, name: value}


def seconds_of(source: ModuleType, values: dict[str, Any]) -> float:
    """Return how long a figure takes: the median of three."""
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        to_figure(source.draw(**values)).canvas.draw()
        times.append(time.perf_counter() - begin)
        plt.close()
    return statistics.median(times)


def seconds_in_page(browser: Browser, url: str, slug: str) -> float:
    """Return how long a step of the first slider takes on the page."""
    page = browser.new_page()
    page.add_init_script(SHOW_ANSWERS)
    open_whole(page, f"{url}book/{slug}.html")
    page.evaluate("document.documentElement.dataset.whole = ''")
    page.locator("figure.nb-playground").scroll_into_view_if_needed()
    page.wait_for_selector("figure.nb-playground[data-mounted]")
    page.evaluate(STEP)
    page.wait_for_timeout(QUIET_MS)
    times: list[float] = [page.evaluate(STEP) for _ in range(STEPS)]
    page.close()
    return statistics.median(times)


def measure_here() -> Iterator[tuple[str, float]]:
    """Yield each playground with the seconds of its slowest state, and print them."""
    for slug in slugs():
        source = find_playground(slug)
        with mpl.rc_context(STYLE):
            pairs = [(seconds_of(source, values), values) for values in states(source)]
        seconds, worst = max(pairs, key=lambda pair: pair[0])
        print(f"{slug:<21} {seconds:5.2f} s of {LIMIT}   at {worst}", flush=True)
        yield slug, seconds


def measure_in_pages() -> Iterator[tuple[str, float]]:
    """Yield each playground with the seconds of a step in its page, and print them."""
    chrome = find_chrome()
    if chrome is None or not has_numpy():
        print("Not measured in pages: there is no Chrome, or no NumPy for Pyodide in the site.")
        return
    with serve(SITE, port=0) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chrome, args=FLAGS)
        for slug in slugs():
            seconds = seconds_in_page(browser, url, slug)
            print(f"{slug:<21} {seconds:5.2f} s of {LIMIT}   in its page", flush=True)
            yield slug, seconds


def main() -> int:
    """Print all numbers; return 1 if one is over the limit."""
    measured = [*measure_here(), *measure_in_pages()]
    return int(any(seconds > LIMIT for _, seconds in measured))


if __name__ == "__main__":
    sys.exit(main())
