"""Print what solving in the page costs: bytes and seconds, in a browser with an empty cache.

Usage: python tools/bench_page.py

The limits: nothing of Python before the first click or keystroke; the first verdict on an exercise
with NumPy in 6 s, another in 0.6 s, the one after a stopped loop in 1.5 s; what that first verdict
loads in 12 MB as a host serves it; editor and glue in 120 KB gzipped.
"""

import gzip
import json
import statistics
import sys
from pathlib import Path
from typing import Any

from chrome import FLAGS, SHOW_ANSWERS, find_chrome, open_whole, read_to_the_end
from playwright.sync_api import Browser, Page, Response, sync_playwright
from serve import serve

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
EXERCISE = ROOT / "src" / "normbook" / "exercises" / "layer_norm"
CHAPTER = "book/layer_norm.html"
LIMITS = {"cold": 6.0, "warm": 0.6, "after a loop": 1.5}
EDITOR_LIMIT_KB = 120
PYTHON_LIMIT_MB = 12
COMPRESSED = {".wasm", ".js", ".mjs"}
"""What hosts of static sites compress as they serve it."""
LOOP = "def layer_norm(*given, **named):\n    while True:\n        pass\n"

START = """async ([base, seconds]) => {
  const { Confined, createPython } = await import(`${base}runtime.mjs`);
  window.ready = 0;
  class Counted extends Confined {
    receive(data) {
      window.ready += data.ready ? 1 : 0;
      super.receive(data);
    }
  }
  const openWorker = (address) => new Counted(address);
  window.python = createPython({ base, openWorker, seconds });
  window.timed = async (what, ...given) => {
    const start = performance.now();
    const result = await window.python[what](...given);
    return { ...result, seconds: (performance.now() - start) / 1000 };
  };
}"""
"""Makes ``python`` on a page, ``ready``, its number of loaded workers, and ``timed``."""


def has_numpy() -> bool:
    """Return whether the site itself has NumPy for Pyodide."""
    manifest = json.loads((SITE / "_static" / "python" / "manifest.json").read_text())
    return all("fallback" not in entry for entry in manifest["packages"]["numpy"])


def start_python(page: Page, url: str) -> None:
    """Make a page's Python, which loads nothing yet."""
    page.evaluate(START, [f"{url.rstrip('/')}/_static/python/", 3])


def timed_check(page: Page, slug: str, source: str, requires: list[str]) -> dict[str, Any]:
    """Return the report on an attempt, with the seconds that it took."""
    result: dict[str, Any] = page.evaluate(
        "([slug, source, requires]) => timed('check', slug, source, { requires })",
        [slug, source, requires],
    )
    return result


def bytes_of_python(browser: Browser, url: str) -> int:
    """Return what a reader who reads a chapter to its end, and clicks nothing, loads of Python."""
    page = browser.new_page()
    page.add_init_script(SHOW_ANSWERS)
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    open_whole(page, f"{url}{CHAPTER}")
    read_to_the_end(page)
    size = sum(len(each.body()) for each in responses if "/python/" in each.url)
    page.close()
    return size


def measure(page: Page, url: str) -> dict[str, float]:
    """Return the seconds of a first verdict, of others, and of the one after a loop."""
    name = "layer_norm" if has_numpy() else "min_max_scale"
    folder = EXERCISE.parent / name
    requires = ["numpy"] if has_numpy() else []
    solution = (folder / "solution.py").read_text(encoding="utf-8")
    open_whole(page, f"{url}{CHAPTER}")
    start_python(page, url)
    cold = timed_check(page, name, solution, requires)
    page.wait_for_function("ready >= 2", timeout=120_000)
    warm = [timed_check(page, name, solution, requires)["seconds"] for _ in range(5)]
    loop = timed_check(page, name, LOOP.replace("layer_norm", name), requires)
    after = timed_check(page, name, solution, requires)
    assert [cold["status"], loop["status"], after["status"]] == ["pass", "timeout", "pass"]
    return {
        "cold": cold["seconds"],
        "warm": statistics.median(warm),
        "after a loop": after["seconds"],
    }


def editor_kb() -> float:
    """Return the size of all that a page with an exercise loads for it before the first click."""
    static = SITE / "_static"
    files = [*static.glob("exercise/exercise.*"), *static.glob("code/*.mjs")]
    return sum(len(gzip.compress(file.read_bytes())) for file in files) / 1000


def python_mb() -> float:
    """Return what the first verdict on an exercise with NumPy loads, as a host serves it."""
    folder = SITE / "_static" / "python"
    manifest = json.loads((folder / "manifest.json").read_text())
    entries = manifest["core"] + manifest["packages"]["grader"] + manifest["packages"]["numpy"]
    files = [folder / entry["file"] for entry in entries if "fallback" not in entry]
    contents = [(path.suffix, path.read_bytes()) for path in files]
    return (
        sum(
            len(gzip.compress(content) if suffix in COMPRESSED else content)
            for suffix, content in contents
        )
        / 1e6
    )


def main() -> int:
    """Print the numbers; return 1 if one is over its limit."""
    chrome = find_chrome()
    if chrome is None:
        print("No Chrome or Chromium found: install one, or set NORMBOOK_CHROME to its path.")
        return 1
    with serve(SITE, port=0) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chrome, args=FLAGS)
        before = bytes_of_python(browser, url)
        seconds = measure(browser.new_page(), url)
        browser.close()
    what = "with" if has_numpy() else "without (its wheel was not found)"
    print(f"{before:6} bytes of Python before the first click")
    for name, value in seconds.items():
        print(f"{value:6.2f} s of {LIMITS[name]}  verdict {what} NumPy, {name}")
    print(f"{python_mb():6.2f} MB of {PYTHON_LIMIT_MB}  loaded for the first verdict {what} NumPy")
    print(f"{editor_kb():6.1f} KB gz of {EDITOR_LIMIT_KB}  editor and glue")
    over = before > 0 or editor_kb() > EDITOR_LIMIT_KB or python_mb() > PYTHON_LIMIT_MB
    return int(over or any(value > LIMITS[name] for name, value in seconds.items()))


if __name__ == "__main__":
    sys.exit(main())
