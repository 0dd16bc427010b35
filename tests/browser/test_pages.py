"""What holds on every page, in both themes and on a phone."""

import re
from pathlib import Path

import pytest
from chrome import read_to_the_end

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"
PAGES = sorted(
    p.relative_to(SITE).as_posix() for p in SITE.rglob("*.html") if "_static" not in p.parts
)

each_page = pytest.mark.parametrize("path", PAGES)


@each_page
def test_a_page_loads_without_error_and_asks_no_other_host(visit, path):
    page = visit(path)
    read_to_the_end(page)
    assert page.title()


@each_page
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_has_no_accessibility_violation(visit, axe, path, theme):
    page = visit(path, theme=theme)
    read_to_the_end(page)
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    assert axe(page) == []


@each_page
@pytest.mark.parametrize("width", [320, 375])
def test_a_phone_scrolls_down_only(visit, path, width):
    page = visit(path, width=width)
    read_to_the_end(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_theme_is_chosen_and_kept(visit):
    page = visit("book/layer_norm.html")
    switch = page.locator(".article-header-buttons .theme-switch-button")
    for _ in range(3):
        if page.evaluate("document.documentElement.dataset.mode") == "dark":
            break
        switch.click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_search_finds_a_word(visit):
    page = visit("search.html?q=variance")
    page.wait_for_selector("#search-results li a")
    page.locator("#search-results li a").first.click()
    assert "variance" in page.locator("article").inner_text().lower()


def test_the_sidebar_opens_on_a_phone(visit):
    page = visit("book/layer_norm.html", width=375)
    page.locator(".primary-toggle").click()
    assert page.get_by_role("link", name="Glossary").first.is_visible()


def test_storage_that_is_denied_breaks_nothing(unkept, site_url):
    unkept.goto(f"{site_url}/book/layer_norm.html")
    assert unkept.locator("article h1").inner_text().startswith("LayerNorm")
    unkept.locator(".nb-mount").first.scroll_into_view_if_needed()
    unkept.wait_for_selector(".nb-mount[data-mounted]")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_cheat_sheet_is_one_sheet(visit, paper):
    sheet = visit("book/cheat_sheet.html").pdf(format=paper)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
    assert len(re.findall(rb"/Type\s*/Page\b", visit("book/scaling.html").pdf(format=paper))) > 5
