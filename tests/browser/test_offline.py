"""What a reader has seen is there again without a network; Python is the real one.

The site lies in a folder of its host, as on GitHub Pages. Where the site has no NumPy for Pyodide,
an exercise that needs none stands in.
"""

import hashlib
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import zstandard
from bench_page import has_numpy
from chrome import open_whole, read_to_the_end
from playwright.sync_api import BrowserContext, Locator, Page, expect
from serve import serve

from normbook.grader import find
from normbook.sphinx.offline import STAMP, WORKER

SITE = Path(__file__).parents[2] / "_build" / "html"
EXERCISE = find("layer_norm" if has_numpy() else "min_max_scale")
CHAPTER = f"book/{EXERCISE.chapter}.html"
UNSEEN = "book/glossary.html"
NEWER_BUILD = "0123456789ab"
NEWER = re.compile(f" {NEWER_BUILD}$")
"""The title of a page of that build."""


@dataclass
class Host:
    """A host of static files with the book in one of its folders."""

    folder: Path
    url: str

    def publish(self, name: str) -> None:
        """Put another build in the site's place: pages that say its name, and another package."""
        for page in self.folder.rglob("*.html"):
            said = page.read_bytes().replace(b"</title>", f" {name}</title>".encode())
            replace(page, STAMP.sub(rb"\g<1>" + name.encode() + rb"\2", said))
        worker = self.folder / WORKER
        code = worker.read_bytes().partition(b"\n")[2]
        replace(worker, f'self.NORMBOOK_BUILD = "{name}";\n'.encode() + code)
        package = self.folder / "_static" / "python" / "grader.zip-zst"
        manifest = package.with_name("manifest.json")
        before = sha256(package)
        # One byte more does not trouble an archive.
        archive = zstandard.decompress(package.read_bytes()) + b"\n"
        replace(package, zstandard.compress(archive))
        replace(manifest, manifest.read_bytes().replace(before, sha256(package)))


def replace(path: Path, content: bytes) -> None:
    """Write a file anew, and not into it: under another name it is the built site's."""
    path.unlink()
    path.write_bytes(content)


def sha256(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).hexdigest().encode()


@pytest.fixture
def host(tmp_path) -> Iterator[Host]:
    folder = tmp_path / "book"
    shutil.copytree(SITE, folder, copy_function=os.link)
    with serve(tmp_path, port=0) as url:
        yield Host(folder, f"{url}book/")


PHONE = {"viewport": {"width": 375, "height": 667}, "has_touch": True, "is_mobile": True}


@pytest.fixture(params=[{}], ids=[""])
def context(browser, request) -> Iterator[BrowserContext]:
    """A reader's browser, new, that takes service workers."""
    context = browser.new_context(service_workers="allow", **request.param)
    yield context
    context.close()


def open_page(context: BrowserContext, address: str) -> Page:
    """Open a page, and wait until the worker has it."""
    page = context.new_page()
    open_whole(page, address)
    rest(page)
    return page


def rest(page: Page) -> None:
    """Wait until a worker has this page, and what it loads, in its cache."""
    until(
        page,
        """async () => {
          if (!navigator.serviceWorker.controller) return false;
          const wanted = [...document.querySelectorAll("[data-module]")]
            .flatMap(({ dataset }) => [dataset.module, dataset.record])
            .filter(Boolean);
          const came = performance.getEntriesByType("resource")
            .filter(({ name, initiatorType }) =>
              name.includes("/_static/") && ["css", "link", "script"].includes(initiatorType))
            .map(({ name }) => name);
          const found = [location.pathname, ...came, ...wanted].map((address) =>
            caches.match(new URL(address, document.baseURI), { ignoreSearch: true }));
          return (await Promise.all(found)).every(Boolean);
        }""",
    )


def until(page: Page, condition: str) -> None:
    """Wait for what an asynchronous function says; Playwright's own does not await it."""
    for _ in range(600):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    there = page.evaluate("() => caches.keys()")
    pytest.fail(f"this did not come true: {condition}; there are the caches {there}")


def let_in(page: Page) -> None:
    """Let a worker in that waits: end the one that is in, as the browser ends an idle one in 30 s.

    With a debugger at its workers, such as Playwright's, Chromium ends none, and at times does not
    see for five minutes that one is idle.
    """
    states: dict[str, str] = {}
    session = page.context.new_cdp_session(page)
    session.on(
        "ServiceWorker.workerVersionUpdated",
        lambda event: states.update({v["versionId"]: v["status"] for v in event["versions"]}),
    )
    session.send("ServiceWorker.enable")
    waits = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
    for _ in range(600):
        if not page.evaluate(waits):
            break
        if "installed" in states.values():
            for version in [name for name, state in states.items() if state == "activated"]:
                session.send("ServiceWorker.stopWorker", {"versionId": version})
        page.wait_for_timeout(100)
    session.detach()


def box_of(page: Page) -> Locator:
    """Return the exercise's box, once it works."""
    box = page.locator(f"#exercise-{EXERCISE.slug}")
    box.locator(".nb-solve").scroll_into_view_if_needed()
    box.locator(".nb-solve[data-mounted]").wait_for()
    return box


def check(page: Page, source: str) -> Locator:
    """Write a source, have it checked, and return the box."""
    box = box_of(page)
    box.get_by_role("textbox").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(source)
    button = box.get_by_role("button", name="Check", exact=True)
    press = button.tap if page.evaluate("navigator.maxTouchPoints") else button.click
    press()
    expect(button).to_be_enabled()
    return box


def solve(page: Page) -> None:
    """Have the solution checked, which gets all points."""
    box = check(page, EXERCISE.solution.read_text(encoding="utf-8"))
    expect(box.locator(".nb-message")).to_have_text(
        "Solved: every check passes. Compare yours with the solution."
    )


@pytest.mark.parametrize("context", [{}, PHONE], ids=["desk", "phone"], indirect=True)
def test_after_the_first_check_a_reader_without_a_network_goes_on(context, host):
    page = open_page(context, host.url + CHAPTER)
    solve(page)
    context.set_offline(True)
    page.reload()
    box = check(page, EXERCISE.stub)
    expect(box.locator(".nb-report")).to_contain_text(f"0 of {EXERCISE.points}")
    page.close()
    page = context.new_page()  # nothing of the first page's Python is left
    page.goto(host.url + CHAPTER)
    solve(page)


def test_a_chapter_that_was_opened_once_is_whole_without_a_network(context, host):
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))  # the worker's, too
    page = open_page(context, host.url + "book/layer_norm.html")
    read_to_the_end(page)
    assert [url for url in asked if "/python/" in url or url.endswith(".whl")] == []
    page.close()
    context.set_offline(True)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("requestfailed", lambda request: problems.append(request.url))
    page.goto(host.url + "book/layer_norm.html")
    read_to_the_end(page)
    page.wait_for_selector(".nb-solve[data-mounted]")
    assert problems == []


def test_before_python_came_being_offline_is_said_and_nothing_is_lost(context, host):
    page = open_page(context, host.url + CHAPTER)
    context.set_offline(True)
    message = check(page, "mine = 1").locator(".nb-message")
    expect(message).to_contain_text("offline")
    expect(message).to_contain_text("Your code is safe")
    page.reload()
    expect(box_of(page).locator(".cm-content")).to_have_text("mine = 1")
    context.set_offline(False)
    solve(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_that_was_never_seen_says_so_and_leads_on(context, host, axe, theme):
    page = open_page(context, host.url + "book/notation.html")
    page.evaluate("(theme) => localStorage.setItem('mode', theme)", theme)
    context.set_offline(True)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(host.url + UNSEEN)
    expect(page.locator("h1")).to_have_text("This page is not here yet")
    assert page.locator("li").all_inner_texts() == ["Notation"]
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert axe(page) == []
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("article h1")).to_contain_text("Glossary")


def test_what_the_host_does_not_have_is_its_own_answer(context, host):
    page = open_page(context, host.url + "book/notation.html")
    assert page.goto(host.url + "book/nothing.html").status == 404
    page.go_back()
    page.reload()
    expect(page.locator("article h1")).to_contain_text("Notation")


def test_a_new_build_is_seen_at_once_and_takes_the_old_one_s_place(context, host):
    page = open_page(context, host.url + CHAPTER)
    solve(page)
    open_whole(page, host.url + "book/notation.html")
    rest(page)
    older = page.locator("meta[name=nb-build]").get_attribute("content")
    host.publish(NEWER_BUILD)
    page.reload()
    expect(page).to_have_title(NEWER)
    page.goto(host.url + UNSEEN)  # of which the old one keeps nothing
    expect(page).to_have_title(NEWER)
    until(
        page,
        f"""async () => {{
          const {{ installing }} = await navigator.serviceWorker.getRegistration();
          const names = await caches.keys();
          return names.some((name) => name.endsWith("/ {NEWER_BUILD}")) && !installing;
        }}""",
    )
    let_in(page)
    until(page, f"async () => !(await caches.keys()).some((name) => name.endsWith('/ {older}'))")
    rest(page)
    context.set_offline(True)
    page.reload()
    expect(page).to_have_title(NEWER)
    page.goto(host.url + CHAPTER)
    expect(page).to_have_title(NEWER)
    solve(page)


def test_where_the_disk_is_full_the_old_build_stays_readable(context, host):
    page = open_page(context, host.url + CHAPTER)
    title = page.title()
    session = context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    used = session.send("Storage.getUsageAndQuota", {"origin": origin})["usage"]
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": used})
    host.publish(NEWER_BUILD)
    failed = page.evaluate(
        """async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          const found = new Promise((resolve) => registration.addEventListener("updatefound", () =>
            resolve(registration.installing)));
          await registration.update();
          const worker = await found;
          while (["parsed", "installing"].includes(worker.state)) {
            await new Promise((resolve) =>
              worker.addEventListener("statechange", resolve, { once: true }));
          }
          return worker.state;
        }"""
    )
    assert failed == "redundant"
    context.set_offline(True)
    page.reload()
    expect(page).to_have_title(title)


def test_in_a_private_window_all_is_as_without_a_worker(unkept, host):
    problems: list[str] = []
    unkept.on("pageerror", lambda error: problems.append(str(error)))
    open_whole(unkept, host.url + CHAPTER)
    solve(unkept)
    assert unkept.evaluate("navigator.serviceWorker.controller") is None
    assert problems == []
