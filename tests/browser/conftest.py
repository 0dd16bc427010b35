"""A real browser on the built site, served on loopback.

Where there is no Chrome or Chromium the tests are skipped, and say so;
``NORMBOOK_REQUIRE_BROWSER=1`` (as in CI) makes that a failure instead.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from bench_page import has_numpy
from chrome import FLAGS, SHOW_ANSWERS, find_chrome_for_tests, open_whole
from playwright.sync_api import Browser, Page, expect, sync_playwright
from serve import serve

from normbook.grader import Exercise
from normbook.grader.verdict.grade import grade_file

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"
NUMPY_IS_MISSING = "the site has no NumPy for Pyodide: name its folder in NORMBOOK_PYODIDE_WHEELS"
PATIENCE_MS = 120_000
"""Milliseconds that a page, or what is waited for on it, may take to come: with a machine that has
much else to do, speed is not what is tested."""
expect.set_options(timeout=PATIENCE_MS)
GIVEN_UP = {"net::ERR_ABORTED", "NS_BINDING_ABORTED"}
"""What is said of a request that the page itself gave up, as one does that is left."""
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
NOT_ASKED = {
    "color-contrast-enhanced": "is of level AAA; color-contrast asks what AA does",
    "identical-links-same-purpose": "is of level AAA, too; what surrounds a link tells it apart",
}
"""The rules of axe-core that pages are not held to, and why; of all others, each."""
ASK_AXE = """async ([within, only, notAsked]) => {
  const ids = axe.getRules().map(({ ruleId }) => ruleId);
  const asked = (only ?? ids).filter((id) => !notAsked.includes(id));
  const { violations } = await axe.run(within, { resultTypes: ["violations"], runOnly: asked });
  // What scrolls is reached by the Tab key. This rule, an experiment, would have it a region, and
  // so each formula, table and piece of code on a phone a landmark.
  const scrolls = ({ target }) => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.querySelector(target);
    return scrollWidth > clientWidth || scrollHeight > clientHeight;
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter((node) => id !== "focus-order-semantics" || !scrolls(node))
      .map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}"""
"""A script that asks axe-core. Of what is right it would name every element, which takes half of
the time."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chrome or Chromium."""
    path = find_chrome_for_tests()
    if path is None:
        reason = "no Chrome or Chromium found; install one, or set NORMBOOK_CHROME to its path"
        if os.environ.get("NORMBOOK_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for name in ("new_context", "new_page"):
            setattr(browser, name, partial(open_plain, getattr(browser, name)))
        yield browser
        browser.close()


def open_plain(open_one: Callable[..., Any], covered: bool = False, **options: Any) -> Any:
    """Open a context or a page without what only the tests that are about it have.

    A service worker answers before Playwright's routes do, and takes over when it is ready; a
    question covers what stands below it. On a busy machine a page may take its time.
    """
    opened = open_one(**{"service_workers": "block"} | options)
    opened.set_default_timeout(PATIENCE_MS)
    if not covered:
        opened.add_init_script(SHOW_ANSWERS)
    return opened


@pytest.fixture(scope="session")
def site_url() -> Iterator[str]:
    """The address of the built site."""
    if not (SITE / "index.html").is_file():
        pytest.fail("the site is not built: run `make html`")
    with serve(SITE, port=0) as url:
        yield url.rstrip("/")


@dataclass
class Visit:
    """An open page, and all that went wrong on it."""

    page: Page
    problems: list[str] = field(default_factory=list)

    def watch(self, host: str) -> None:
        """Collect console errors, requests that failed, and those to any other host."""
        page = self.page
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on(
            "console",
            lambda m: self.problems.append(f"console: {m.text}") if m.type == "error" else None,
        )
        page.on(
            "requestfailed",
            lambda r: (
                self.problems.append(f"failed: {r.url}") if r.failure not in GIVEN_UP else None
            ),
        )
        page.on(
            "response",
            lambda r: self.problems.append(f"{r.status}: {r.url}") if r.status >= 400 else None,
        )
        page.on(
            "request",
            lambda r: (
                self.problems.append(f"elsewhere: {r.url}")
                if urlsplit(r.url).scheme in {"http", "https"} and urlsplit(r.url).netloc != host
                else None
            ),
        )


@pytest.fixture
def new_tab(browser: Browser, site_url: str):
    """Open an empty tab; when the test ends, nothing may have gone wrong in it."""
    visits: list[Visit] = []
    contexts = []

    def open_tab(width: int = 1280, theme: str = "light", **options) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=theme, **options
        )
        contexts.append(context)
        one = Visit(context.new_page())
        one.watch(urlsplit(site_url).netloc)
        visits.append(one)
        return one.page

    yield open_tab
    for context in contexts:
        context.close()
    assert [problem for one in visits for problem in one.problems] == []


@pytest.fixture
def visit(new_tab, site_url: str):
    """Open a page of the site in a tab of its own."""

    def open_page(path: str, **options) -> Page:
        page = new_tab(**options)
        open_whole(page, f"{site_url}/{path}")
        return page

    return open_page


@pytest.fixture
def unkept(browser: Browser) -> Iterator[Page]:
    """A page in a browser that denies storage; as all pages here, it has no service worker."""
    context = browser.new_context(covered=True)
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { configurable: true, "
        "get() { throw new DOMException('denied', 'SecurityError') } })"
    )
    yield context.new_page()
    context.close()


@pytest.fixture
def axe() -> Callable[..., list[str]]:
    """Ask axe-core, by all its rules, what is wrong on a page, or in what a selector names."""

    def violations(
        page: Page, within: str = "html", rules: Sequence[str] | None = None
    ) -> list[str]:
        page.add_script_tag(path=AXE)
        return page.evaluate(ASK_AXE, [within, rules, list(NOT_ASKED)])

    return violations


@pytest.fixture
def agree() -> Callable[[Callable[[Exercise, str], dict]], None]:
    """Hold a browser's verdicts on an exercise to the command line's."""

    def hold(check: Callable[[Exercise, str], dict], exercise: Exercise) -> None:
        if "numpy" in exercise.requires and not has_numpy():
            pytest.skip(NUMPY_IS_MISSING)
        solution = check(exercise, exercise.solution.read_text(encoding="utf-8"))
        assert solution["points"] == exercise.points, solution["text"]
        assert check(exercise, exercise.stub)["points"] == 0
        mutant, expected = diagnosed(exercise)
        received = check(exercise, mutant.read_text(encoding="utf-8"))
        del received["seconds"], received["text"], received["helping"]
        for report in (received, expected):
            # Two versions of NumPy print the same arrays with other digits.
            for finding in report["findings"]:
                finding["evidence"] = [label for label, _ in finding["evidence"]]
        assert received == expected

    return hold


def diagnosed(exercise: Exercise) -> tuple[Path, dict]:
    """Return a mutant that raises nothing, whose words differ between Pythons, and its report."""
    for path in exercise.mutants:
        report = json.loads(grade_file(exercise, path).to_json())
        if report["findings"] and report["status"] == "fail":
            return path, report
    pytest.fail(f"no mutant of {exercise.slug} is diagnosed")
