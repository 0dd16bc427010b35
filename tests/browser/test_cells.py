"""Cells of a chapter, run in the page, in a reader's hands and with the real Python.

Where the site has no NumPy for Pyodide these tests are skipped, and say so.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench_page import has_numpy
from chrome import open_whole
from playwright.sync_api import Browser, Locator, Page, expect

SITE = Path(__file__).parents[2] / "_build" / "html"
CHAPTER = "book/layer_norm.html"
PAGES = sorted(
    f"book/{path.name}"
    for path in (SITE / "book").glob("*.html")
    if 'class="nb-run"' in path.read_text(encoding="utf-8")
)
FIRST = "x = np.array([1.0, 7.0, 7.0, 9.0])"
SECOND = "centred / np.sqrt(var)"
DONE = re.compile("run in your browser|It ran, and showed nothing")

needs_numpy = pytest.mark.skipif(
    not has_numpy(),
    reason="the site has no NumPy for Pyodide: name its folder in NORMBOOK_PYODIDE_WHEELS",
)


@pytest.fixture
def page(visit) -> Page:
    """The chapter; whatever goes wrong on it fails the test."""
    return visit(CHAPTER)


@pytest.fixture
def bare(browser: Browser, site_url: str) -> Iterator[Page]:
    """The chapter in a browser in which something is amiss."""
    context = browser.new_context()
    page = context.new_page()
    open_whole(page, f"{site_url}/{CHAPTER}")
    yield page
    context.close()


def cell(page: Page, begins: str) -> Locator:
    """Return the first cell whose button names this line."""
    return page.locator("div.cell", has=page.locator(f'.nb-run > button[aria-label*="{begins}"]'))


def press(cell: Locator, words: str) -> None:
    cell.get_by_role("button", name=re.compile(f"^{words}")).click()


def message(cell: Locator) -> Locator:
    return cell.locator(".nb-message")


def fresh(cell: Locator) -> Locator:
    return cell.locator(".nb-fresh")


def run(cell: Locator) -> None:
    press(cell, "run here")
    expect(message(cell)).to_have_text(DONE)


def write(cell: Locator, text: str) -> None:
    """Replace all code."""
    cell.get_by_role("textbox").focus()
    cell.page.keyboard.press("ControlOrMeta+a")
    cell.page.keyboard.insert_text(text)


def as_lines(parts: list[str]) -> list[str]:
    """Return the lines of an output, however it is divided."""
    return [line.rstrip() for part in parts for line in part.rstrip("\n").split("\n") if line]


# ---- every cell


@needs_numpy
@pytest.mark.parametrize("address", PAGES)
def test_every_cell_prints_in_the_page_what_the_book_prints(visit, address):
    page = visit(address)
    places = page.locator(".nb-run")
    differ = {}
    for number in range(places.count()):
        cell = places.nth(number).locator("..")
        book = as_lines(cell.locator(".cell_output pre").all_text_contents())
        press(cell, "run here")
        expect(message(cell)).to_have_text(DONE)
        ours = as_lines(cell.locator(".nb-fresh pre").all_text_contents())
        if ours != book:
            differ[cell.locator(".cm-line").first.text_content()] = (book, ours)
    assert places.count()
    assert differ == {}


# ---- a reader


def test_before_a_click_there_is_a_button_and_nothing_is_loaded(visit):
    page = visit("book/notation.html")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    open_whole(page, page.url.replace("notation", "layer_norm"))
    one = cell(page, FIRST)
    expect(one.get_by_role("button", name=f"run here: {FIRST}")).to_be_visible()
    assert not [url for url in asked if "/_static/code/" in url or "/_static/python/" in url]


def test_the_code_does_not_move_when_it_becomes_an_editor(page):
    page.route(re.compile(r"/python/runtime\.mjs"), lambda route: None)
    one = cell(page, FIRST)
    one.scroll_into_view_if_needed()

    def letters():
        return page.evaluate(
            """(cell) => {
              const code = cell.querySelector(".cell_input .cm-content, .cell_input pre");
              const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
              const texts = [];
              while (walker.nextNode()) texts.push(walker.currentNode);
              const [first, last] = [texts[0], texts.findLast((text) => text.data.trim())];
              const place = (text) => {
                const range = document.createRange();
                range.selectNodeContents(text);
                const { x, y } = range.getBoundingClientRect();
                return [x, y - cell.getBoundingClientRect().top];
              };
              return [...place(first), place(last)[1]];
            }""",
            one.element_handle(),
        )

    before, height = letters(), one.locator(".cell_input").bounding_box()["height"]
    press(one, "run here")
    expect(one.locator(".cm-line").first).to_be_visible()
    page.wait_for_timeout(200)
    assert letters() == pytest.approx(before, abs=1)
    assert one.locator(".cell_input").bounding_box()["height"] == pytest.approx(height, abs=1)


LINE = """(code) => {
  const middle = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { top, bottom } = range.getBoundingClientRect();
    return (top + bottom) / 2;
  };
  const numbers = [...code.querySelectorAll(".cm-gutterElement")];
  const first = numbers.find((each) => each.textContent === "1");
  return [first, code.querySelector(".cm-line")].map(middle);
}"""
"""A script that says where the first line's number and its code stand."""


def test_on_a_phone_a_number_stands_beside_its_line_and_what_goes_on_has_a_shadow(visit):
    page = visit(CHAPTER, width=375, is_mobile=True, has_touch=True)
    page.route(re.compile(r"/python/runtime\.mjs"), lambda route: None)
    press(cell(page, FIRST), "run here")
    code = cell(page, FIRST).locator(".cm-scroller")
    assert code.evaluate("(e) => e.scrollWidth > e.clientWidth")
    expect(code).to_have_css("background-image", re.compile("linear-gradient"))
    number, line = code.evaluate(LINE)
    assert number == pytest.approx(line, abs=3)


def test_a_division_can_be_typed(page):
    page.route(re.compile(r"/python/runtime\.mjs"), lambda route: None)
    one = cell(page, FIRST)
    press(one, "run here")
    write(one, "")
    page.keyboard.type("1 / 2 // 3")
    expect(one.locator(".cm-line")).to_have_text("1 / 2 // 3")


@needs_numpy
def test_an_edit_is_seen_in_the_next_cell_and_restored(page):
    first, second = cell(page, FIRST), cell(page, SECOND)
    book = first.locator(".cell_output:not(.nb-fresh)")
    run(first)
    expect(book).to_be_hidden()
    write(first, "x = np.array([1.0, 3.0])\nmean = x.mean()\ncentred = x - mean\nvar = 4.0")
    expect(message(first)).to_have_text("edited since it ran")
    run(second)
    expect(fresh(second)).to_have_text("array([-0.5,  0.5])")
    page.keyboard.press("Tab")
    press(first, "restore")
    expect(book).to_be_visible()
    expect(fresh(first)).to_have_count(0)
    expect(first.get_by_role("button", name="run here")).to_be_focused()
    assert FIRST in first.locator(".cell_input pre").text_content()
    press(second, "run again")
    expect(fresh(second)).to_contain_text("-1.66666667")
    run(first)  # and once more


@needs_numpy
def test_who_runs_a_cell_that_answers_a_question_has_it_shown_and_sees_one_output(visit):
    """What the book printed does not come back beside it once a question is answered."""
    page = visit(CHAPTER, covered=True)
    page.locator(".nb-foreseen[data-ready]").wait_for(state="attached")  # its questions work
    one = page.locator("div.cell:has(> .nb-run):has(> .nb-covered)").first
    book = one.locator("> .nb-covered")
    slug = book.get_attribute("data-asks").split(":")[0]
    run(one)
    expect(page.locator(f"#question-{slug} .nb-status")).to_have_text("Shown.")
    expect(fresh(one)).to_be_visible()
    page.locator('.nb-predict[data-state="open"] .nb-show').first.click()
    expect(book).to_be_hidden()
    expect(one.locator(".nb-cover-note")).to_be_hidden()


@needs_numpy
def test_an_endless_loop_is_stopped_and_the_page_goes_on(page):
    first, second = cell(page, FIRST), cell(page, SECOND)
    run(second)
    write(second, "print('begun')\nwhile True: pass")
    second.get_by_role("textbox").press("ControlOrMeta+Enter")
    expect(fresh(second)).to_have_text("begun\n")
    press(second, "stop")
    expect(message(second)).to_have_text("Stopped.")
    run(first)
    expect(fresh(first)).to_contain_text("6.0 [-5.  1.  1.  3.] 9.0")


@needs_numpy
def test_a_syntax_error_is_shown_with_its_line(page):
    first, second = cell(page, FIRST), cell(page, SECOND)
    run(second)
    write(second, "1\n2 +")
    press(second, "run again")
    expect(fresh(second).locator(".nb-error")).to_contain_text("line 2")
    expect(fresh(second)).to_contain_text("SyntaxError: invalid syntax")
    run(first)
    write(first, "x = 1\nx +")
    press(second, "run again")
    expect(fresh(second)).to_contain_text("above, in the cell “x = 1”, line 2")


@needs_numpy
def test_what_is_printed_is_text(page):
    one = cell(page, SECOND)
    run(one)
    write(one, "print('<img src=x onerror=alert(1)>')\n'<b>'")
    press(one, "run again")
    expect(fresh(one).locator(".nb-value")).to_have_text("'<b>'")
    expect(fresh(one)).to_contain_text("<img src=x")
    assert fresh(one).locator("img, b").count() == 0


@needs_numpy
def test_a_cell_and_an_exercise_share_one_python(page):
    run(cell(page, SECOND))
    box = page.locator(".nb-solve").first
    box.scroll_into_view_if_needed()
    page.wait_for_selector(".nb-solve[data-mounted]")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    box.get_by_role("button", name="Run", exact=True).click()
    expect(box.locator(".nb-message")).to_contain_text("It ran")
    assert not [url for url in asked if "/runtime.mjs" in url]


@needs_numpy
def test_by_keyboard_alone(page):
    one = cell(page, SECOND)
    one.get_by_role("button", name="run here").focus()
    page.keyboard.press("Enter")
    expect(message(one)).to_have_text(DONE)
    expect(one.get_by_role("button", name="run again")).to_be_focused()
    one.get_by_role("textbox").focus()
    expect(one.locator(".nb-keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(one.get_by_role("button", name="run again")).to_be_focused()


@needs_numpy
def test_where_storage_is_denied_it_works(unkept, site_url):
    unkept.goto(f"{site_url}/{CHAPTER}")
    unkept.evaluate("for (const each of document.querySelectorAll('.nb-show')) each.click()")
    one = cell(unkept, SECOND)
    press(one, "run here")
    expect(message(one)).to_have_text(DONE)


def test_without_a_network_it_says_so_and_the_book_s_output_stays(bare):
    bare.route(re.compile(r"/_static/python/"), lambda route: route.abort())
    one = cell(bare, SECOND)
    press(one, "run here")
    expect(message(one)).to_contain_text("Python could not be loaded")
    expect(one.locator(".cell_output")).to_contain_text("array([-1.66666667")
    expect(one.get_by_role("button", name="run again")).to_be_enabled()


def test_a_press_is_answered_while_what_it_loads_is_on_its_way(bare):
    held = []
    bare.route(re.compile(r"/_static/code/cell\.mjs"), lambda route: held.append(route))
    button = cell(bare, SECOND).locator(".nb-run > button").first
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    for route in held:
        route.continue_()
    expect(button).not_to_have_attribute("aria-busy", "true")


def test_where_the_editor_cannot_be_had_it_says_so(bare):
    bare.route(re.compile(r"/_static/code/"), lambda route: route.abort())
    one = cell(bare, SECOND)
    press(one, "run here")
    expect(one.locator(".nb-mount-failed")).to_contain_text("could not be loaded")
    expect(one.locator(".cell_input pre")).to_be_visible()


def test_a_cell_with_torch_leads_to_binder(page):
    torch = page.locator("div.cell", has_text="torch.manual_seed(0)")
    link = torch.get_by_role("link", name="run on Binder: torch.manual_seed(0)")
    assert "mybinder.org" in link.get_attribute("href")
    expect(link).to_have_css("opacity", "0")
    torch.hover()
    expect(link).to_have_css("opacity", "1")


def test_without_scripts_there_is_no_button_but_the_link(visit):
    page = visit(CHAPTER, java_script_enabled=False)
    assert not page.locator(".nb-run").first.is_visible()
    assert page.locator(".nb-run-elsewhere a").first.is_visible()


@needs_numpy
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_open_cell_has_no_accessibility_violation(visit, axe, theme):
    page = visit(CHAPTER, theme=theme)
    one = cell(page, SECOND)
    run(one)
    page.locator("div.cell", has_text="torch.manual_seed(0)").hover()
    assert axe(page, "div.cell:has(.nb-run-elsewhere):hover") == []
    assert axe(page, "div.cell:has(.nb-run[data-open])") == []
    write(one, "1 / 0")
    press(one, "run again")
    expect(fresh(one).locator(".nb-error")).to_be_visible()
    assert axe(page, "div.cell:has(.nb-run[data-open])") == []


@needs_numpy
@pytest.mark.parametrize("width", [320, 375])
def test_on_a_phone_nothing_is_wider_than_the_screen(visit, width):
    page = visit(CHAPTER, width=width, has_touch=True, is_mobile=True)
    one = cell(page, FIRST)
    press(one, "run here")
    expect(message(one)).to_have_text(DONE)
    one.get_by_role("textbox").focus()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    link = page.locator(".nb-run-elsewhere a").first
    expect(link).to_have_css("opacity", "1")


def test_on_paper_there_is_neither_button_nor_link(page):
    page.emulate_media(media="print")
    assert page.locator(".nb-run:visible, .nb-run-elsewhere:visible").count() == 0
