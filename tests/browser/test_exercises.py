"""An exercise's box in a reader's hands. Python is a stand-in: test_python.py has the real one.

The stand-in passes a source that has the word SOLVED in it, and waits forever on one with LOOP.
"""

import json
import re

import pytest
from chrome import open_whole, wait_until_loaded
from playwright.sync_api import expect

from normbook.grader import find_all

CHAPTER = "book/layer_norm.html"
LIST = "book/exercises.html"
KEY = "normbook:layer_norm"
BOX = "#exercise-layer_norm"

RUNTIME = """
export function createPython() {
  return {
    async check(slug, source, { onProgress, signal }) {
      onProgress({ loaded: 6e6, total: 14e6 });
      onProgress({ loaded: 14e6, total: 14e6 });
      if (source.includes("LOOP")) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return { status: "stopped" };
      }
      const solved = source.includes("SOLVED");
      const check = (sentence, passed, worth) => ({
        name: sentence, sentence, status: passed ? "pass" : "fail", worth,
        points: passed ? worth : 0,
        message: passed ? "" : "Is it inside?\\nreceived 1\\nexpected <img src=x>",
      });
      return {
        slug, title: slug, points: solved ? 10 : 2, worth: 10, message: "", overall: "",
        helping: [], status: solved ? "pass" : "fail",
        checks: [check("each row is centred", true, 2), check("eps is inside", solved, 8)],
        findings: solved ? [] : [{
          bug: "eps_outside_the_root", heading: "What this looks like",
          explanation: "You add ε to the deviation.", checks: [], failing: "",
          evidence: [["call", "layer_norm([[1., 2.]], 2, eps=0.1)"],
                     ["received", "[[-1., 1.]]"], ["expected", "[[-0.9, 0.9]]"]],
        }],
      };
    },
    async run(source, { onOutput }) {
      onOutput("<b>printed</b>\\n");
      return { status: "done", value: "array([1])", error: "", figures: [], message: "" };
    },
    close() {},
  };
}
"""


def with_python(page):
    """Put the stand-in in Python's place."""
    page.route(
        re.compile(r"/python/runtime\.mjs"),
        lambda route: route.fulfill(body=RUNTIME, content_type="text/javascript"),
    )


def ready(page):
    """Return the box, once it works."""
    page.locator(f"{BOX} .nb-solve").scroll_into_view_if_needed()
    page.wait_for_selector(f"{BOX} .nb-solve[data-mounted]")
    return page.locator(BOX)


@pytest.fixture
def box(visit):
    """Open the chapter, and bring its box to life."""
    page = visit(CHAPTER)
    with_python(page)
    return ready(page)


def editor(box):
    return box.get_by_role("textbox", name="LayerNorm in NumPy: your code")


def source(box) -> str:
    return "\n".join(box.locator(".cm-line").all_inner_texts()).replace("\n\n\n", "\n\n")


def write(box, text: str):
    """Replace all code."""
    editor(box).focus()
    box.page.keyboard.press("ControlOrMeta+a")
    box.page.keyboard.insert_text(text)


def press(box, name: str):
    box.get_by_role("button", name=name, exact=True).click()


def kept(page) -> dict | None:
    """Return what the browser keeps, once it has come to rest."""
    page.wait_for_timeout(600)
    return json.loads(page.evaluate(f"localStorage.getItem('{KEY}')") or "null")


def test_the_editor_waits_until_it_is_near_and_python_until_it_is_asked_for(visit):
    page = visit("book/notation.html")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    open_whole(page, page.url.replace("notation", "layer_norm"))
    assert not any("/exercise/exercise.mjs" in url for url in asked)
    ready(page)
    wait_until_loaded(page)
    assert any("/exercise/exercise.mjs" in url for url in asked)
    assert not any("/python/" in url for url in asked)


def test_the_editor_takes_the_stub_s_place_and_nothing_moves(visit):
    page = visit("book/notation.html")
    waiting = []
    page.route("**/exercise/exercise.mjs", lambda route: waiting.append(route))
    page.goto(page.url.replace("notation", "layer_norm"))
    box = page.locator(BOX)
    box.locator(".nb-solve").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    page.evaluate("document.fonts.ready")

    def place():
        parts = [box.locator(part).bounding_box() for part in (".nb-tools", ".nb-elsewhere")]
        return [part[side] - box.bounding_box()["y"] for part in parts for side in ("x", "y")]

    def first_letter():
        return page.evaluate(
            """(selector) => {
              const box = document.querySelector(selector);
              const code = box.querySelector(".cm-line, .nb-solve pre");
              const text = document.createTreeWalker(code, NodeFilter.SHOW_TEXT).nextNode();
              const range = document.createRange();
              range.selectNode(text);
              const { x, y, height } = range.getBoundingClientRect();
              const { top } = box.getBoundingClientRect();
              return [x, y - top, height, getComputedStyle(text.parentElement).color];
            }""",
            BOX,
        )

    before, letter = place(), first_letter()
    waiting[0].continue_()
    ready(page)
    assert place() == pytest.approx(before, abs=1)
    assert first_letter()[:3] == pytest.approx(letter[:3], abs=1)
    assert first_letter()[3] == letter[3]


def test_code_is_written_as_in_an_editor(box):
    write(box, "def f(x):")
    keyboard = box.page.keyboard
    keyboard.press("Enter")
    keyboard.type("return x")
    keyboard.press("Enter")
    keyboard.type("y")
    keyboard.press("Tab")
    assert source(box) == "def f(x):\n    return x\n    y"
    keyboard.press("Shift+Tab")
    assert source(box) == "def f(x):\n    return x\ny"


def test_every_sign_of_python_can_be_typed(box):
    signs = "x = (y - 2) / 3.0 // 4 ** +5 % 6 @ 7 < 8 > 9 != ~a | b & c ^ d, e: f; g # ? ! $ ` \\ _"
    write(box, "")
    box.page.keyboard.type(signs)
    assert source(box) == signs


def test_escape_then_tab_leaves_the_editor(box):
    editor(box).focus()
    expect(box.locator(".nb-keys")).to_be_visible()
    described = editor(box).get_attribute("aria-describedby")
    assert "Escape, then Tab" in box.page.locator(f"#{described}").text_content()
    box.page.keyboard.press("Escape")
    box.page.wait_for_timeout(2500)  # there is no hurry
    box.page.keyboard.press("Tab")
    expect(box.get_by_role("button", name="Check")).to_be_focused()


def stands_before(check) -> bool:
    """Whether a check's mark is seen at the beginning of its first line."""
    mark, line = (each.bounding_box() for each in (check.locator(".nb-mark"), check))
    return (
        mark["width"] > 5
        and line["x"] <= mark["x"] < line["x"] + 20
        and line["y"] <= mark["y"] + mark["height"] / 2 <= line["y"] + 40
    )


def test_fail_understand_pass_and_find_it_solved_the_next_day(box):
    page = box.page
    press(box, "Check")
    report = box.locator(".nb-report")
    expect(report).to_contain_text("LayerNorm in NumPy: 2 of 10 points")
    expect(report).to_contain_text("What this looks like")
    expect(report).to_contain_text("expected <img src=x>")
    expect(box.locator(".nb-spoken")).to_contain_text("2 of 10 points. Not passed: eps is inside")
    assert all(stands_before(check) for check in report.locator(".nb-check").all())
    write(box, "SOLVED = 1")
    page.keyboard.press("ControlOrMeta+Enter")
    expect(box.locator(".nb-message")).to_have_text(
        "Solved: every check passes. Compare yours with the solution."
    )
    page.reload()
    box = ready(page)
    assert source(box) == "SOLVED = 1"
    expect(box.locator(".nb-earned-here")).to_have_text("✓ solved")
    page.goto(page.url.split("book/")[0] + LIST)
    page.wait_for_selector(".nb-progress[data-mounted]")
    expect(page.locator('td[data-slug="layer_norm"]')).to_have_text("✓ 10/10")
    worth = sum(exercise.points for exercise in find_all())
    expect(page.locator(".nb-total")).to_contain_text(f"10 of {worth} points")


def test_run_shows_what_was_printed_as_text(box):
    press(box, "Run")
    expect(box.locator(".nb-output")).to_contain_text("<b>printed</b>")
    expect(box.locator(".nb-output .nb-value")).to_have_text("array([1])")


def test_a_verdict_stays_when_run_prints(box):
    press(box, "Check")
    expect(box.locator(".nb-report")).to_contain_text("2 of 10")
    verdict = box.locator(".nb-report").inner_text()
    press(box, "Run")
    expect(box.locator(".nb-output")).to_contain_text("<b>printed</b>")
    expect(box.locator(".nb-report")).to_be_visible()
    assert box.locator(".nb-report").inner_text() == verdict


def test_stop_ends_what_runs_and_the_page_goes_on(box):
    write(box, "LOOP")
    press(box, "Check")
    expect(box.get_by_role("button", name="Check")).to_be_disabled()
    press(box, "Stop")
    expect(box.locator(".nb-message")).to_have_text("Stopped.")
    write(box, "SOLVED")
    press(box, "Check")
    expect(box.locator(".nb-report")).to_contain_text("10 of 10")


def test_hints_come_one_at_a_time(box):
    hints = box.locator(".nb-hint")
    expect(hints.first).to_be_hidden()
    press(box, "Hint")
    expect(hints.first.locator("p").first).to_be_visible()
    expect(hints.nth(1)).to_be_hidden()


def test_a_button_that_has_nothing_left_to_do_keeps_the_focus(box):
    hint = box.get_by_role("button", name="Hint")
    hint.focus()
    for _ in box.locator(".nb-hint").all():
        box.page.keyboard.press("Enter")
    expect(hint).to_be_disabled()
    expect(hint).to_be_focused()
    write(box, "LOOP")
    press(box, "Check")
    stop = box.get_by_role("button", name="Stop")
    stop.focus()
    box.page.keyboard.press("Enter")
    expect(stop).to_be_disabled()
    expect(stop).to_be_focused()


def test_the_solution_asks_first(box):
    solution = box.locator(".nb-solution")
    press(box, "Solution")
    box.page.keyboard.press("Escape")
    expect(solution).to_be_hidden()
    press(box, "Solution")
    box.get_by_role("button", name="Show it").click()
    expect(solution.locator("pre")).to_be_visible()


def test_the_solution_comes_into_view(box):
    box.locator(".nb-elsewhere").evaluate("e => e.scrollIntoView({ block: 'end' })")
    press(box, "Solution")
    box.get_by_role("button", name="Show it").click()
    code = box.locator(".nb-solution pre")
    box.page.wait_for_timeout(500)  # it may scroll smoothly
    top, bottom = code.evaluate(
        "e => { const r = e.getBoundingClientRect(); return [r.top, innerHeight]; }"
    )
    assert top < bottom - 100


def test_reset_is_one_undo_away(box):
    stub = source(box)
    write(box, "mine")
    press(box, "Reset")
    box.get_by_role("button", name="Begin again").click()
    assert source(box) == stub
    editor(box).focus()
    box.page.keyboard.press("ControlOrMeta+z")
    assert source(box) == "mine"
    box.page.keyboard.press("ControlOrMeta+y")
    editor(box).focus()
    box.page.keyboard.press("ControlOrMeta+End")
    box.page.keyboard.type("x")
    press(box, "Undo")  # for those without such keys
    assert source(box) == "mine"


def test_a_file_goes_out_and_comes_back(box, tmp_path):
    write(box, "x = 'é'")
    with box.page.expect_download() as download:
        press(box, "Download")
    assert download.value.suggested_filename == "layer_norm.py"
    assert download.value.path().read_text(encoding="utf-8") == "x = 'é'\n"
    file = tmp_path / "layer_norm.py"
    file.write_text("from_a_file = 1\n")
    with box.page.expect_file_chooser() as chooser:
        press(box, "Upload")
    chooser.value.set_files(file)
    expect(box.locator(".cm-content")).to_have_text("from_a_file = 1")
    assert kept(box.page)["source"] == "from_a_file = 1\n"


def test_what_is_typed_is_kept_when_the_reader_leaves_at_once(box):
    page = box.page
    write(box, "leaving")
    page.goto(page.url.replace("layer_norm", "notation"))
    assert kept(page)["source"] == "leaving\n"


def test_newer_work_of_another_tab_is_offered(box):
    page = box.page
    write(box, "here")
    kept(page)
    tab = page.context.new_page()
    tab.goto(page.url)
    other = ready(tab)
    assert source(other) == "here"
    write(other, "there")
    expect(box.locator(".nb-offer")).to_be_visible()
    write(box, "here, and more")
    assert kept(page)["source"] == "there\n"
    press(box, "Take it")
    assert source(box) == "there"
    expect(box.locator(".nb-offer")).to_be_hidden()


def test_all_work_goes_out_and_comes_back(box, tmp_path):
    page = box.page
    write(box, "mine")
    kept(page)
    page.goto(page.url.split("book/")[0] + LIST)
    page.wait_for_selector(".nb-progress[data-mounted]")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download all work").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    page.get_by_role("button", name="Clear").click()
    page.locator("dialog").get_by_role("button", name="Clear").click()
    expect(page.locator(".nb-message")).to_have_text("Cleared.")
    assert kept(page) is None
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.locator(".nb-message")).to_have_text("Taken: 1 exercise.")
    assert kept(page)["source"] == "mine\n"


def test_where_storage_is_denied_all_works_and_a_line_says_so(unkept, site_url):
    with_python(unkept)
    unkept.goto(f"{site_url}/{CHAPTER}")
    box = ready(unkept)
    expect(box.locator(".nb-unkept")).to_contain_text("keeps nothing here. Download your work")
    write(box, "SOLVED")
    press(box, "Check")
    expect(box.locator(".nb-earned-here")).to_have_text("✓ solved")


def test_where_python_cannot_be_had_it_says_so_and_tries_again(browser, site_url):
    page = browser.new_page()
    page.route(re.compile(r"/python/"), lambda route: route.abort())
    page.goto(f"{site_url}/{CHAPTER}")
    box = ready(page)
    press(box, "Check")
    expect(box.locator(".nb-message")).to_contain_text("Python could not be loaded")
    press(box, "Hint")
    expect(box.locator(".nb-message")).to_contain_text("Python could not be loaded")
    with_python(page)
    press(box, "Check")
    expect(box.locator(".nb-report")).to_be_visible()
    page.context.close()


def test_where_the_editor_cannot_be_had_hints_and_commands_remain(browser, site_url):
    page = browser.new_page()
    page.route("**/exercise/exercise.mjs", lambda route: route.abort())
    page.goto(f"{site_url}/{CHAPTER}")
    box = page.locator(BOX)
    box.scroll_into_view_if_needed()
    expect(box.locator(".nb-mount-failed")).to_be_visible()
    expect(box.locator(".nb-hint").first).to_be_visible()
    expect(box.locator(".nb-solve pre")).to_be_visible()
    page.context.close()


def test_without_scripts_task_hints_and_commands_remain(visit):
    box = visit(CHAPTER, java_script_enabled=False).locator(BOX)
    expect(box.locator(".katex").first).to_be_visible()
    expect(box.locator(".nb-solve pre")).to_be_visible()
    assert "allow scripts" in box.locator("noscript").inner_text()
    assert box.locator(".nb-tools").is_hidden()
    hint = box.locator(".nb-hint").first
    hint.locator("summary").click()
    assert hint.locator("p").first.is_visible()
    box.locator(".nb-elsewhere summary").click()
    assert "normbook grade layer_norm" in box.locator(".nb-elsewhere").inner_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_report_a_hint_and_an_output_have_no_accessibility_violation(visit, axe, theme):
    page = visit(CHAPTER, theme=theme)
    with_python(page)
    box = ready(page)
    press(box, "Hint")
    press(box, "Check")
    expect(box.locator(".nb-report")).to_be_visible()
    assert axe(page, BOX) == []
    press(box, "Run")
    press(box, "Solution")
    press(box, "Reset")
    assert axe(page, BOX) == []


@pytest.mark.parametrize("width", [320, 375])
def test_on_a_phone_nothing_is_wider_than_the_screen(visit, width):
    page = visit(CHAPTER, width=width, has_touch=True, is_mobile=True)
    with_python(page)
    box = ready(page)
    press(box, "Check")
    press(box, "Hint")
    expect(box.locator(".nb-report")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_a_phone_a_call_stands_below_its_name_in_all_of_the_width(visit):
    page = visit(CHAPTER, width=375, has_touch=True, is_mobile=True)
    with_python(page)
    box = ready(page)
    press(box, "Check")
    report = box.locator(".nb-report")
    expect(report).to_be_visible()
    name, call = (report.locator(each).first for each in ("dt", "dd code"))
    assert call.evaluate("e => getComputedStyle(e).paddingLeft") == "0px"
    name, call = name.bounding_box(), call.bounding_box()
    assert call["x"] == name["x"]
    assert call["y"] >= name["y"] + name["height"]


def test_on_paper_the_task_stands_alone(box):
    box.page.emulate_media(media="print")
    assert box.locator(".katex").first.is_visible()
    assert "def layer_norm" in box.locator(".cm-editor").inner_text()
    assert box.get_by_role("button").count() == 0
    expect(box.locator(".nb-on-paper")).to_be_visible()
