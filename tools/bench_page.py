"""Print what solving in the page costs: bytes and seconds, in a browser with an empty cache.

Usage: python tools/bench_page.py

The limits: nothing of Python before the first click or keystroke. From a click on Check in a
chapter's own box to the first verdict on an exercise with NumPy, 3 s; over a line of 10 Mbit/s and
40 ms, of a reader who clicks as soon as the box works, 9 s, and of one who has typed for 20 s, 1 s.
Another verdict in 0.6 s, also with what it says of one mistake and of two, in answers of
``tests/diagnosis/corpus``; the one after a stopped loop in 1.5 s. Of each the median is printed: of
three, and five of another. What that first verdict loads, 9 MB as a host serves it; editor and glue
120 KB gzipped.

Where the site has no NumPy for Pyodide, an exercise without it is timed, and the bench ends with 1
whatever the numbers are: the limits are not for that one.
"""

import gzip
import json
import statistics
import sys
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from bench_diagnosis import answers
from chrome import FLAGS, SHOW_ANSWERS, find_chrome, open_whole, read_to_the_end, slow_down
from playwright.sync_api import Browser, Page, Response, sync_playwright
from serve import serve

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
CHAPTER = "book/layer_norm.html"
EXERCISES = ROOT / "src" / "normbook" / "exercises"
CLICKED, SLOW, TYPED = "first", "first, slow line", "first, slow line, typed for 20 s"
MISTAKES = {1: "another, one mistake", 2: "another, two mistakes"}
LIMITS = {
    CLICKED: 3.0,
    SLOW: 9.0,
    TYPED: 1.0,
    "another": 0.6,
    "after a loop": 1.5,
    **dict.fromkeys(MISTAKES.values(), 0.6),
}
TYPED_S = 20
TIMES, ANOTHER = 3, 5
EDITOR_LIMIT_KB = 120
PYTHON_LIMIT_MB = 9
COMPRESSED = {".wasm", ".js", ".mjs"}
"""How the names of files end that hosts of static sites compress as they serve them."""
LOOP = "def layer_norm(*given, **named):\n    while True:\n        pass\n"

WATCH = """(slug) => {
  const box = document.getElementById(`exercise-${slug}`);
  const clicked = new Promise((resolve) =>
    box.querySelector('[data-do="check"]').addEventListener("click", resolve, { once: true }));
  const told = new Promise((resolve) =>
    new MutationObserver(() => box.querySelector(".nb-report") && resolve())
      .observe(box, { subtree: true, childList: true }));
  window.verdict = Promise.all([clicked, told]).then(async ([{ timeStamp }]) => {
    await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
    return (performance.now() - timeStamp) / 1000;
  });
}"""
"""Makes ``verdict``, a promise of the seconds from a click on Check until its report is painted.

The page itself measures: who asks again and again whether it is there has it paint for nothing.
"""

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
    """Return whether there is a site, and has NumPy for Pyodide itself."""
    path = SITE / "_static" / "python" / "manifest.json"
    if not path.is_file():
        return False
    manifest = json.loads(path.read_text())
    return all("fallback" not in entry for entry in manifest["packages"]["numpy"])


@dataclass(frozen=True)
class Subject:
    """The exercise whose verdicts are timed."""

    slug: str
    chapter: str
    requires: list[str]

    @property
    def solution(self) -> str:
        """A right answer."""
        return (EXERCISES / self.slug / "solution.py").read_text(encoding="utf-8")

    def wrong(self, mistakes: int) -> list[str]:
        """Return answers of people, with so many mistakes each."""
        found = (each.path for each in answers([self.slug]) if len(each.mistakes) == mistakes)
        return [path.read_text(encoding="utf-8") for path in islice(found, ANOTHER)]

    @property
    def loop(self) -> str:
        """An answer that never comes."""
        return LOOP.replace("layer_norm", self.slug)

    @property
    def is_meant(self) -> bool:
        """Whether the limits are for this one."""
        return "numpy" in self.requires


def find_subject() -> Subject:
    """Return an exercise with NumPy, or one without where the site has none."""
    if has_numpy():
        return Subject("layer_norm", CHAPTER, ["numpy"])
    return Subject("min_max_scale", "book/scaling.html", [])


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


def first_verdicts(
    browser: Browser, url: str, subject: Subject, slow: bool, typed_s: float = 0
) -> float:
    """Return the median of the seconds to a first verdict."""
    return statistics.median(
        first_verdict(browser, url, subject, slow, typed_s) for _ in range(TIMES)
    )


def first_verdict(
    browser: Browser, url: str, subject: Subject, slow: bool, typed_s: float
) -> float:
    """Return the seconds from a click on Check to the verdict, in a browser with an empty cache."""
    # What a service worker hands on, the browser does not slow down.
    context = browser.new_context(service_workers="block" if slow else "allow")
    page = context.new_page()
    page.add_init_script(SHOW_ANSWERS)
    if slow:
        slow_down(page)
    page.goto(f"{url}{subject.chapter}")
    box = page.locator(f"#exercise-{subject.slug}")
    box.scroll_into_view_if_needed()
    box.locator(".nb-solve[data-mounted]").wait_for()
    if typed_s:
        box.get_by_role("textbox").first.focus()
        page.keyboard.press("ControlOrMeta+End")
        for _ in range(int(typed_s)):
            page.keyboard.insert_text(" ")
            page.wait_for_timeout(1000)
    page.evaluate(WATCH, subject.slug)
    box.get_by_role("button", name="Check", exact=True).click()
    seconds: float = page.evaluate("verdict")
    context.close()
    return seconds


def later_verdicts(page: Page, url: str, subject: Subject) -> dict[str, float]:
    """Return the medians of the seconds of verdicts after the first, by what is checked."""

    def check(source: str) -> dict[str, Any]:
        return timed_check(page, subject.slug, source, subject.requires)

    open_whole(page, f"{url}{subject.chapter}")
    start_python(page, url)
    assert check(subject.solution)["status"] == "pass"
    page.wait_for_function("ready >= 2", timeout=120_000)
    warm = [check(subject.solution)["seconds"] for _ in range(ANOTHER)]
    wrong = {
        name: statistics.median(check(source)["seconds"] for source in subject.wrong(mistakes))
        for mistakes, name in MISTAKES.items()
    }
    after = []
    for _ in range(TIMES):
        assert check(subject.loop)["status"] == "timeout"
        solved = check(subject.solution)
        assert solved["status"] == "pass"
        after.append(solved["seconds"])
    right = statistics.median(warm)
    return {"another": right, **wrong, "after a loop": statistics.median(after)}


def editor_kb() -> float:
    """Return the size of all that a page with an exercise loads for it before the first click."""
    static = SITE / "_static"
    files = [*static.glob("exercise/exercise.*"), *static.glob("code/*.mjs")]
    return sum(len(gzip.compress(file.read_bytes())) for file in files) / 1000


def python_mb(subject: Subject) -> float:
    """Return what the first verdict on an exercise loads, as a host serves it."""
    folder = SITE / "_static" / "python"
    manifest = json.loads((folder / "manifest.json").read_text())
    parts = ("grader", *subject.requires, f"exercises/{subject.slug}")
    entries = sum((manifest["packages"][part] for part in parts), manifest["core"])
    files = [folder / entry["file"] for entry in entries if "fallback" not in entry]
    contents = [(path.suffix, path.read_bytes()) for path in files]
    return (
        sum(
            len(gzip.compress(content) if suffix in COMPRESSED else content)
            for suffix, content in contents
        )
        / 1e6
    )


def passes(subject: Subject, before: int, seconds: dict[str, float], mb: float) -> bool:
    """Return whether the exercise is the one that the limits are for, and all are kept."""
    in_time = all(value <= LIMITS[name] for name, value in seconds.items())
    small = before == 0 and mb <= PYTHON_LIMIT_MB and editor_kb() <= EDITOR_LIMIT_KB
    return subject.is_meant and in_time and small


def main() -> int:
    """Print the numbers; return 1 if one is over its limit, or is not the one that is meant."""
    chrome = find_chrome()
    if chrome is None:
        print("No Chrome or Chromium found: install one, or set NORMBOOK_CHROME to its path.")
        return 1
    subject, mb = find_subject(), python_mb(find_subject())
    with serve(SITE, port=0) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chrome, args=FLAGS)
        before = bytes_of_python(browser, url)
        seconds = {
            CLICKED: first_verdicts(browser, url, subject, slow=False),
            SLOW: first_verdicts(browser, url, subject, slow=True),
            TYPED: first_verdicts(browser, url, subject, slow=True, typed_s=TYPED_S),
            **later_verdicts(browser.new_page(), url, subject),
        }
        browser.close()
    what = "with" if subject.is_meant else "without"
    print(f"{before:6} bytes of Python before the first click")
    for name, value in seconds.items():
        print(f"{value:6.2f} s of {LIMITS[name]}  verdict {what} NumPy, {name}")
    print(f"{mb:6.2f} MB of {PYTHON_LIMIT_MB}  loaded for the first verdict {what} NumPy")
    print(f"{editor_kb():6.1f} KB gz of {EDITOR_LIMIT_KB}  editor and glue")
    if not subject.is_meant:
        print(
            f"Not passed: the site has no NumPy for Pyodide, so {subject.slug} was timed, for which"
        )
        print("the limits are not. Name the folder of its wheels in NORMBOOK_PYODIDE_WHEELS.")
    return int(not passes(subject, before, seconds, mb))


if __name__ == "__main__":
    sys.exit(main())
