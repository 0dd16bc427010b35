"""A real browser on the built site, served on loopback.

Where there is no Chrome or Chromium the tests are skipped, and say so;
``NORMBOOK_REQUIRE_BROWSER=1`` (as in CI) makes that a failure instead.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from chrome import FLAGS, find_chrome
from playwright.sync_api import Browser, Page, sync_playwright
from serve import serve

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chrome or Chromium."""
    path = find_chrome()
    if path is None:
        reason = "no Chrome or Chromium found; install one, or set NORMBOOK_CHROME to its path"
        if os.environ.get("NORMBOOK_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


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
        """Collect console errors, failed requests, and requests to any other host."""
        page = self.page
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on(
            "console",
            lambda m: self.problems.append(f"console: {m.text}") if m.type == "error" else None,
        )
        page.on("requestfailed", lambda r: self.problems.append(f"failed: {r.url}"))
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
def visit(browser: Browser, site_url: str):
    """Open a page of the site; when the test ends, nothing may have gone wrong on it."""
    visits: list[Visit] = []
    contexts = []

    def open_page(path: str, width: int = 1280, theme: str = "light", **options) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=theme, **options
        )
        contexts.append(context)
        one = Visit(context.new_page())
        one.watch(urlsplit(site_url).netloc)
        visits.append(one)
        one.page.goto(f"{site_url}/{path}", wait_until="networkidle")
        return one.page

    yield open_page
    for context in contexts:
        context.close()
    assert [problem for one in visits for problem in one.problems] == []
