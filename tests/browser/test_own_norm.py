"""A reader's own norm trains in the page, with the real Python.

Where the site has no NumPy for Pyodide these tests are skipped, and say so.
"""

import json
import re

import pytest
from bench_page import has_numpy
from playwright.sync_api import Page, expect

from normbook.capstones.own_norm import BACKWARD, FORWARD
from normbook.grader import find

CHAPTER = "book/backward.html"

pytestmark = pytest.mark.skipif(
    not has_numpy(),
    reason="the site has no NumPy for Pyodide: name its folder in NORMBOOK_PYODIDE_WHEELS",
)


def keep(page: Page, slug: str, source: str) -> None:
    """Put an attempt where the exercise's box keeps it."""
    work = {"source": source, "points": 8, "worth": 8, "hints": 0, "time": 1}
    page.evaluate(
        "([key, text]) => localStorage.setItem(key, text)", [f"normbook:{slug}", json.dumps(work)]
    )


def train(page: Page) -> None:
    page.get_by_role("button", name="Train with your own").click()


def ends(page: Page) -> list[float]:
    """Return the last losses of the book's and of the other; on a busy machine, of fewer steps."""
    lines = page.locator(".nb-own-ends li")
    button = page.get_by_role("button", name="Train", exact=True)
    expect(button).to_have_attribute("aria-disabled", "false")
    return [float(re.search(r"loss ([\d.]+)", text).group(1)) for text in lines.all_inner_texts()]


def test_my_solution_learns_as_the_books_and_a_mistake_does_not(visit, axe):
    page = visit(CHAPTER)
    for slug in (FORWARD, BACKWARD):
        keep(page, slug, find(slug).solution.read_text(encoding="utf-8"))
    train(page)
    book, mine = ends(page)
    assert max(book, mine) < 2
    assert page.locator(".nb-own-bench .nb-curve").count() == 2
    page.get_by_label("Beside the book’s").select_option(f"{BACKWARD}/the_sign_is_flipped")
    expect(page.locator(".nb-own-what")).to_contain_text("points down the loss")
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.locator(".nb-own-ends li").last).to_contain_text("What if")
    _, wrong = ends(page)
    assert wrong > max(book, mine)
    assert axe(page, ".nb-own") == []


def test_a_loop_without_end_is_stopped_and_nothing_is_lost(visit):
    page = visit(CHAPTER)
    keep(page, FORWARD, "def layer_norm(*given):\n    while True: pass\n")
    train(page)
    expect(page.locator(".nb-own-ends li").first).to_contain_text("after 5 steps")
    page.locator(".nb-own").get_by_role("button", name="Stop").click()
    expect(page.locator(".nb-own-message")).to_have_text("Stopped.")
    expect(page.locator(".nb-own-ends li").first).to_contain_text("after 5 steps")
