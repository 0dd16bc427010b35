"""What Chromium is held to, in short, in Firefox; skipped where it is not installed, and says so.

``NORMBOOK_REQUIRE_FIREFOX=1`` (as in CI) makes that a failure instead.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench_page import CHAPTER, LOOP, START, has_numpy
from firefox import PRIVATE, Firefox, Tab, find_firefox, running_firefox
from serve import serve

from normbook.grader import Exercise, find, find_all

SITE = Path(__file__).parents[2] / "_build" / "html"
UNSEEN = "book/glossary.html"
SOLVABLE = [exercise for exercise in find_all() if "torch" not in exercise.requires]
SOLVED = "Solved: every check passes. Compare yours with the solution."
LAYER_NORM = find("layer_norm" if has_numpy() else "min_max_scale")
PAGE = f"book/{LAYER_NORM.chapter}.html"
BOX = f"#exercise-{LAYER_NORM.slug}"


@pytest.fixture(scope="module")
def path() -> str:
    """Where Firefox is."""
    path = find_firefox()
    if path is None:
        reason = "no Firefox found; install one, or set NORMBOOK_FIREFOX to its path"
        if os.environ.get("NORMBOOK_REQUIRE_FIREFOX") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="module")
def firefox(path) -> Iterator[Firefox]:
    with running_firefox(path) as browser:
        yield browser


@pytest.fixture(scope="module")
def python(firefox, site_url) -> Tab:
    """A page with one Python for all exercises."""
    tab = firefox.open(f"{site_url}/{CHAPTER}")
    tab.evaluate(START, [f"{site_url}/_static/python/", 30])
    return tab


@pytest.fixture
def visit(firefox) -> Iterator:
    """Open a page; when the test ends, nothing may have gone wrong on it."""
    tabs: list[Tab] = []

    def open_page(url: str) -> Tab:
        tabs.append(firefox.open(url))
        return tabs[-1]

    yield open_page
    errors = [error for tab in tabs for error in tab.errors]
    for tab in tabs:
        tab.close()
    assert errors == []


# ---- a reader's hands


def ready(tab: Tab) -> None:
    """Bring the exercise's box to life."""
    tab.evaluate("(box) => document.querySelector(box).scrollIntoView()", BOX)
    tab.wait_for("(box) => document.querySelector(`${box} [data-mounted]`)", BOX)


def press(tab: Tab, name: str) -> None:
    tab.click(f'{BOX} [data-do="{name}"]')


def write(tab: Tab, text: str) -> None:
    """Replace all code, as one that pastes does."""
    tab.click(f"{BOX} .cm-content")
    tab.type("a", control=True)
    tab.evaluate("(text) => document.execCommand('insertText', false, text)", text)


def source(tab: Tab) -> str:
    lines = "(box) => [...document.querySelectorAll(`${box} .cm-line`)].map((l) => l.textContent)"
    return "\n".join(tab.evaluate(lines, BOX))


def wait_for_words(tab: Tab, part: str, words: str) -> None:
    tab.wait_for(
        "(part, words) => document.querySelector(part)?.textContent.includes(words)",
        f"{BOX} {part}",
        words,
    )


def solve(tab: Tab) -> None:
    write(tab, LAYER_NORM.solution.read_text(encoding="utf-8"))
    press(tab, "check")
    wait_for_words(tab, ".nb-message", SOLVED)


# ---- the same verdicts


@pytest.mark.parametrize("exercise", SOLVABLE, ids=lambda exercise: exercise.slug)
def test_the_page_says_what_the_command_line_says(python, agree, exercise):
    def check(exercise: Exercise, source: str) -> dict:
        return python.evaluate(
            "(slug, source, requires) => window.timed('check', slug, source, { requires })",
            exercise.slug,
            source,
            list(exercise.requires),
        )

    agree(check, exercise)


# ---- the same page


def test_an_exercise_is_solved_and_found_solved_the_next_day(visit, site_url):
    tab = visit(f"{site_url}/{PAGE}")
    ready(tab)
    tab.click(f"{BOX} .cm-content")
    tab.type("a", control=True)
    tab.type("def f(x):\nreturn x")
    assert source(tab) == "def f(x):\n    return x"
    press(tab, "check")
    wait_for_words(tab, ".nb-report", f"0 of {LAYER_NORM.points} points")
    solve(tab)
    tab.reload()
    ready(tab)
    assert source(tab) == LAYER_NORM.solution.read_text(encoding="utf-8").rstrip("\n")
    wait_for_words(tab, ".nb-earned-here", "✓ solved")
    tab.goto(f"{site_url}/book/exercises.html")
    tab.wait_for(
        "(slug) => /✓/.test(document.querySelector(`td[data-slug=${slug}]`).textContent)",
        LAYER_NORM.slug,
    )


def test_a_loop_is_stopped_and_the_page_goes_on(visit, site_url):
    tab = visit(f"{site_url}/{PAGE}")
    ready(tab)
    write(tab, LOOP.replace("layer_norm", LAYER_NORM.entry))
    press(tab, "check")
    wait_for_words(tab, ".nb-report", "loop without end")
    solve(tab)


def test_every_explorable_of_the_chapter_starts(visit, site_url):
    tab = visit(f"{site_url}/{CHAPTER}")
    tab.wait_for(
        """() => {
          for (const button of document.querySelectorAll(".nb-show")) button.click();
          return !document.querySelector(".nb-covered[hidden]");
        }"""
    )
    places = tab.evaluate("() => document.querySelectorAll('.nb-mount').length")
    assert places > 0
    for place in range(places):
        tab.wait_for(
            """(place) => {
              const mount = document.querySelectorAll(".nb-mount")[place];
              mount.scrollIntoView();
              return "mounted" in mount.dataset;
            }""",
            place,
        )


def test_two_networks_train_on_the_front_page(visit, site_url):
    tab = visit(f"{site_url}/book/index.html")
    tab.click(".nb-begin")
    tab.wait_for("() => /step \\d/.test(document.querySelector('.nb-lab-readings').textContent)")


KEPT = """async () => {
  const opened = (await caches.keys()).map((name) => caches.open(name));
  const keys = (await Promise.all(opened)).map((cache) => cache.keys());
  const kept = (await Promise.all(keys)).flat();
  const parts = ["asm.js", "asm.wasm", "stdlib.zip", "packages.zip", "grader.zip"];
  return parts.every((part) => kept.some(({ url }) => url.includes(part)));
}"""
"""Whether the service worker has Python's files; it takes its copies beside the page."""


FETCHED = ["packages.zip", "grader.zip", "exercises/", *(["/numpy-"] if has_numpy() else [])]
SPARE_CAME = f"""() => {{
  const names = performance.getEntriesByType("resource").map(({{ name }}) => name);
  return {json.dumps(FETCHED)}.every((p) => names.filter((name) => name.includes(p)).length > 1);
}}"""
"""Whether the page has its second Python, too, which it fetches once the first has answered."""


def test_after_the_first_check_a_reader_without_a_network_goes_on(visit):
    with serve(SITE, port=0) as url:
        tab = visit(url + PAGE)
        tab.wait_for("() => navigator.serviceWorker.controller")
        ready(tab)
        solve(tab)
        tab.wait_for(KEPT)
        tab.wait_for(SPARE_CAME)  # else a request of this page is under way when its host goes
    tab.reload()
    ready(tab)
    solve(tab)
    tab.wait_for(SPARE_CAME)  # else it is under way when the reader leaves
    tab.goto(url + UNSEEN)
    assert tab.evaluate("() => document.title") == "This page is not here yet"


def test_in_a_private_window_all_but_keeping_works(path, site_url):
    with running_firefox(path, PRIVATE) as browser:
        tab = browser.open(f"{site_url}/{PAGE}")
        ready(tab)
        solve(tab)
        assert tab.errors == []
