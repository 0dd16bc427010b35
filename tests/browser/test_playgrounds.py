"""Each playground draws in the page what its controls say, with the real Python.

Where the site has no NumPy for Pyodide, what needs it is skipped, and says so.
"""

from contextlib import closing

import pytest
from bench_page import has_numpy
from chrome import open_whole
from playwright.sync_api import Locator, Page, expect

from normbook.playgrounds import slugs

needs_numpy = pytest.mark.skipif(
    not has_numpy(),
    reason="the site has no NumPy for Pyodide: name its folder in NORMBOOK_PYODIDE_WHEELS",
)


def panel_of(page: Page) -> Locator:
    """Return the page's playground, once it lives."""
    page.evaluate("document.documentElement.dataset.whole = ''")  # so that nothing moves it away
    panel = page.locator("figure.nb-playground")
    panel.scroll_into_view_if_needed()
    expect(panel).to_have_attribute("data-mounted", "")
    return panel


def picture_of(panel: Locator) -> str:
    return panel.locator(".nb-playground-picture").inner_html()


def wait_for_another(panel: Locator, before: str) -> None:
    """Wait until the picture is another, or Python says what is wrong."""
    panel.page.wait_for_function(
        """([before]) => {
          const panel = document.querySelector("figure.nb-playground");
          const trouble = panel.querySelector("[role=alert]").textContent;
          return trouble || panel.querySelector(".nb-playground-picture").innerHTML !== before;
        }""",
        arg=[before],
    )
    expect(panel.get_by_role("alert")).to_be_empty()


@needs_numpy
@pytest.mark.parametrize("slug", slugs())
def test_a_control_that_moves_is_drawn(visit, slug):
    page = visit(f"book/{slug}.html")
    panel = panel_of(page)
    start = picture_of(panel)
    slider = panel.get_by_role("slider").first
    slider.press("ArrowRight")
    wait_for_another(panel, start)
    moved = picture_of(panel)
    assert panel.get_by_role("slider").first.get_attribute("aria-valuetext") in moved
    choices = panel.get_by_role("combobox")
    if choices.count():
        options = choices.first.locator("option").count()
        now = choices.first.evaluate("select => select.selectedIndex")
        choices.first.select_option(index=(now + 1) % options)
        wait_for_another(panel, moved)
    panel.get_by_role("button", name="Reset").click()
    page.wait_for_function(
        "start => document.querySelector('.nb-playground-picture').innerHTML === start", arg=start
    )


@needs_numpy
def test_of_many_steps_few_are_drawn_and_the_last(visit):
    page = visit("book/layer_norm.html")
    panel = panel_of(page)
    slider = panel.get_by_role("slider").first
    start = picture_of(panel)
    slider.press("ArrowLeft")
    wait_for_another(panel, start)
    page.evaluate(
        """() => {
          window.drawn = [];
          const picture = document.querySelector(".nb-playground-picture");
          const note = () => window.drawn.push(picture.firstElementChild.ariaLabel);
          new MutationObserver(note).observe(picture, { childList: true });
        }"""
    )
    slider.evaluate(
        """slider => {
          for (let place = 0; place <= slider.max; place += 1) {
            slider.value = place;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
          }
        }"""
    )
    page.wait_for_function("window.drawn.at(-1)?.includes('offset 10.0')")
    assert page.evaluate("window.drawn.length") <= 3


def test_nothing_of_python_comes_before_a_control_moves(visit):
    page = visit("book/layer_norm.html")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    panel = panel_of(page)
    page.wait_for_load_state("networkidle")
    assert panel.get_by_role("slider").count() == 3
    assert [url for url in asked if "/python/" in url] == []


def test_without_python_the_picture_stays_and_the_page_says_why(browser, site_url):
    with closing(browser.new_page()) as page:
        open_whole(page, f"{site_url}/book/layer_norm.html")
        panel = panel_of(page)
        start = picture_of(panel)
        page.context.set_offline(True)
        panel.get_by_role("slider").first.press("ArrowRight")
        expect(panel.get_by_role("alert")).to_contain_text("could not be loaded")
        expect(panel.get_by_role("alert")).to_contain_text("Below is the last picture.")
        assert picture_of(panel) == start


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 1280), ("light", 375)])
def test_all_can_use_it(visit, axe, theme, width):
    page = visit("book/depth.html", theme=theme, width=width)
    panel_of(page)
    assert axe(page, "figure.nb-playground") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_scripts_it_is_a_picture_and_says_of_what(visit):
    page = visit("book/layer_norm.html", java_script_enabled=False)
    panel = page.locator("figure.nb-playground")
    assert not panel.locator("input").first.is_visible()
    assert panel.locator("svg").first.is_visible()
    expect(panel.locator("figcaption")).to_contain_text("Here: offset 3.0, scale 2.0, tails heavy")
