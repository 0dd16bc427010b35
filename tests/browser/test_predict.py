"""Questions of a chapter in a reader's hands: answered, passed, found, printed, without scripts."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from chrome import open_whole
from playwright.sync_api import Browser, Locator, Page, expect

SITE = Path(__file__).parents[2] / "_build" / "html"
CHOICE, SKETCH = "sigma-by-hand", "small-rows"  # of the chapter on LayerNorm
NUMBER, ORDER = "half-lost", "off-the-floor"  # of the chapter on epsilon
LAYER_NORM, EPSILON = "book/layer_norm.html", "book/epsilon.html"
MOST_SHIFT = 0.02
NOTE_SHIFTS = """
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) window.shift += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def read(visit) -> Callable[..., Page]:
    """Open a chapter as a reader does who has answered nothing yet."""

    def read(path: str, **options) -> Page:
        page = visit(path, covered=True, **options)
        if options.get("java_script_enabled", True):
            asks(page)
        return page

    return read


def asks(page: Page) -> None:
    """Wait until the questions of a page work."""
    page.locator(".nb-foreseen[data-ready]").wait_for(state="attached")


def question(page: Page, slug: str) -> Locator:
    return page.locator(f"#question-{slug}")


def covers(page: Page, slug: str) -> bool:
    """Return whether something below a question is covered."""
    return page.evaluate(
        "slug => [...document.querySelectorAll('.nb-covered[hidden]')]"
        ".some(each => each.dataset.asks.includes(`${slug}:`))",
        slug,
    )


def notes(page: Page, slug: str) -> list[str]:
    """Return what stands in the place of what a question covers."""
    return page.locator(f'.nb-cover-note a[href="#question-{slug}"]:visible').all_inner_texts()


def status(page: Page, slug: str) -> Locator:
    return question(page, slug).locator(".nb-status[role=status]")


def draw_level(page: Page, box: Locator) -> None:
    """Draw a level line from beside one axis to beside the end of the other."""
    surface = box.locator(".nb-surface")
    surface.scroll_into_view_if_needed()
    area = surface.bounding_box()
    assert area is not None
    page.mouse.move(area["x"] + 2, area["y"] + area["height"] / 2)
    page.mouse.down()
    page.mouse.move(area["x"] + area["width"] - 2, area["y"] + area["height"] / 2, steps=9)
    page.mouse.up()


def commit(page: Page, slug: str, how: str = "certain") -> None:
    question(page, slug).get_by_role("button", name=f"Commit: I am {how}").click()


def kept(page: Page) -> dict:
    return json.loads(page.evaluate("localStorage.getItem('normbook:predictions') ?? '{}'"))


def test_a_choice_is_answered_by_keyboard_alone_and_the_focus_stays(read):
    page = read(LAYER_NORM)
    assert covers(page, CHOICE)
    (note,) = notes(page, CHOICE)
    more = r"(\d paragraphs|a paragraph)"
    assert re.fullmatch(f"The answer and {more} are covered until you answer", note)
    question(page, CHOICE).get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    expect(question(page, CHOICE).get_by_label("3", exact=True)).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(status(page, CHOICE)).to_have_text("You said 3, and so it is.")
    button = question(page, CHOICE).get_by_role("button", name="rather sure")
    expect(button).to_be_focused()
    assert not covers(page, CHOICE)
    assert notes(page, CHOICE) == []
    assert kept(page)[CHOICE]["sure"] == 2
    expect(question(page, CHOICE).get_by_role("button", name="Show me")).to_have_count(0)
    expect(question(page, CHOICE)).to_contain_text("the root of that is 3")


def test_a_sketch_is_drawn_by_a_stroke_and_mended_by_keyboard_and_field(read):
    page = read(LAYER_NORM)
    box = question(page, SKETCH)
    box.scroll_into_view_if_needed()
    box.locator(".nb-sketch[data-mounted]").wait_for()
    box.locator(".nb-surface").scroll_into_view_if_needed()
    expect(box).to_contain_text("points is drawn.")
    area = box.locator(".nb-surface").bounding_box()
    page.mouse.move(area["x"] + 2, area["y"] + area["height"] * 0.95)
    page.mouse.down()
    page.mouse.move(area["x"] + area["width"], area["y"] + area["height"] * 0.2, steps=9)
    page.mouse.up()
    drawn = box.get_by_role("slider").evaluate_all("all => all.map(each => +each.ariaValueNow)")
    expect(box).to_contain_text("points are drawn.")
    assert drawn == sorted(drawn)
    assert len(set(drawn)) == len(drawn)
    box.get_by_role("slider").last.focus()
    page.keyboard.press("Home")
    expect(box.get_by_role("slider").last).to_have_attribute("aria-valuenow", "0")
    box.get_by_text("As numbers").click()
    box.get_by_role("textbox").last.fill("1")
    box.get_by_role("textbox").last.press("Tab")
    expect(box.get_by_role("slider").last).to_have_attribute("aria-valuenow", "1")
    commit(page, SKETCH)
    expect(status(page, SKETCH)).to_contain_text("you drew")
    expect(box.locator(".nb-sketch .nb-curve")).to_have_count(2)
    expect(box.locator(".nb-drawn")).to_be_hidden()  # it is for paper
    assert not covers(page, SKETCH)


@pytest.mark.parametrize("width", [320, 375])
def test_on_a_phone_the_axes_of_a_sketch_go_as_far_as_their_question(read, width):
    page = read(LAYER_NORM, width=width)
    box = question(page, SKETCH)
    box.scroll_into_view_if_needed()
    box.locator(".nb-sketch[data-mounted]").wait_for()
    axes = box.locator(".nb-sketch .nb-frame").bounding_box()
    name = box.locator(".nb-sketch svg text", has_text=re.compile("[a-z]{3}")).last.bounding_box()
    words = box.locator("legend").bounding_box()
    assert axes["width"] > 0.75 * words["width"]
    assert axes["height"] > 0.75 * axes["width"]
    assert words["x"] - 3 <= name["x"] < axes["x"]  # letters are less high than their line
    assert right(axes) <= right(words) + 20
    box.locator(".nb-show").click()
    curve = box.locator(".nb-sketch .nb-curve-name", has_text="it is")
    assert right(curve.bounding_box()) <= right(box.bounding_box()) - 4


def test_in_the_system_s_colours_the_button_that_was_pressed_is_marked(read):
    page = read(LAYER_NORM, forced_colors="active")
    question(page, CHOICE).get_by_role("radio").first.check()
    commit(page, CHOICE)
    pressed, other = (
        question(page, CHOICE)
        .get_by_role("button", name=f"Commit: I am {how}")
        .evaluate("button => getComputedStyle(button).backgroundColor")
        for how in ("certain", "guessing")
    )
    assert pressed != other


def test_a_number_and_an_order_are_answered_by_keyboard_alone(read):
    page = read(EPSILON)
    commit(page, NUMBER)
    expect(status(page, NUMBER)).to_have_text("Give a number first.")
    question(page, NUMBER).get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(question(page, NUMBER).get_by_role("textbox")).to_have_value("1")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert covers(page, NUMBER), "how sure one is, is said, and not guessed"
    expect(question(page, NUMBER).get_by_role("button", name="guessing")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(status(page, NUMBER)).to_have_text("You said 1; it is 0.0018.")
    assert not covers(page, NUMBER)

    last = question(page, ORDER).get_by_role("button", name="Move up").last
    up = page.get_by_label(last.get_attribute("aria-label"))
    up.focus()
    page.keyboard.press("Enter")
    expect(up).to_be_focused()
    expect(status(page, ORDER)).to_contain_text("2 of 3")
    commit(page, ORDER)
    expect(status(page, ORDER)).to_have_text("You have 1 of 3 in place.")
    expect(question(page, ORDER).locator("li[data-is]")).to_have_count(1)


MARKS = """(choices) => choices.map((each) =>
  getComputedStyle(each.querySelector(".nb-words"), "::after").content)"""


def test_of_several_answers_those_that_were_missed_look_other_than_those_that_were_found(read):
    page = read("book/family.html")
    one = question(page, "sample-0-alone")
    for name in ("batch", "layer"):
        one.get_by_label(name).check()
    commit(page, "sample-0-alone")
    wrong, found, *missed = one.locator(".nb-offered").evaluate_all(MARKS)
    assert "✗" in wrong
    assert "✓" in found
    assert len(missed) == 3
    assert all("← it is" in mark for mark in missed)


def test_what_leads_up_to_a_question_is_seen_while_the_one_above_is_open(read):
    page = read(EPSILON)
    assert covers(page, "where-training-notices")
    expect(page.get_by_text("Now ask another network")).to_be_visible()
    expect(page.get_by_text("The harm is less than")).to_be_hidden()


def test_what_is_put_in_order_has_buttons_for_a_finger(read):
    page = read(EPSILON, width=375)
    buttons = question(page, ORDER).locator("[data-move]")
    buttons.first.scroll_into_view_if_needed()
    boxes = [each.bounding_box() for each in buttons.all()]
    assert min(box["height"] for box in boxes) >= 24
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            beside = max(one["x"], other["x"]) - min(right(one), right(other))
            below = max(one["y"], other["y"]) - min(foot(one), foot(other))
            assert max(beside, below) >= 6


def right(box: dict[str, float]) -> float:
    return box["x"] + box["width"]


def foot(box: dict[str, float]) -> float:
    return box["y"] + box["height"]


def test_who_wants_to_be_shown_passes_at_the_question_and_at_what_is_covered(read):
    page = read(LAYER_NORM)
    question(page, CHOICE).get_by_role("button", name="Show me").focus()
    page.keyboard.press("Enter")
    expect(status(page, CHOICE)).to_have_text("Shown.")
    expect(question(page, CHOICE).get_by_role("button")).to_have_count(0)
    expect(question(page, CHOICE).locator(".nb-reveal")).to_be_focused()
    assert not covers(page, CHOICE)
    note = page.locator(".nb-cover-note", has=page.locator('[href="#question-two-features"]'))
    note.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(status(page, "two-features")).to_have_text("Shown.")
    assert not covers(page, "two-features")
    expect(page.locator('.nb-covered[data-asks*="two-features"]:focus')).to_have_count(1)


def test_where_a_reader_had_the_answer_shown_nothing_moves_on_the_next_visit(read):
    """What the question's own module would take away is not there before it comes."""
    page = read(LAYER_NORM)
    question(page, CHOICE).get_by_role("button", name="Show me").click()
    page.route("**/predict.mjs", lambda route: route.fulfill(content_type="text/javascript"))
    page.reload()
    expect(question(page, CHOICE).locator(".nb-commit")).to_be_hidden()
    expect(question(page, SKETCH).locator(".nb-commit")).to_be_visible()


def test_a_link_into_what_is_covered_shows_it_for_this_visit(read):
    page = read(LAYER_NORM)
    target = page.locator('.nb-covered[data-asks*="two-features"] [id]').first
    page.evaluate("id => { location.hash = id; }", target.get_attribute("id"))
    expect(status(page, "two-features")).to_contain_text("Shown, as you came for it")
    assert not covers(page, "two-features")
    assert kept(page) == {}


@pytest.mark.parametrize(
    ("start", "link"),
    [
        ("book/cheat_sheet.html", "variance in one pass"),
        ("search.html?q=cancellation", "When the variance itself is wrong"),
    ],
)
def test_who_comes_by_the_cheat_sheet_or_the_search_is_not_asked(visit, start, link):
    page = visit(start, covered=True)
    page.get_by_role("link", name=link).click()
    asks(page)
    expect(status(page, "error-of-one-pass")).to_contain_text("Shown, as you came for it")
    assert not covers(page, "error-of-one-pass")
    assert covers(page, NUMBER), "another section of the page"
    page.locator(".page-toc").get_by_role("link", name="Signal, or noise?").click()
    assert covers(page, NUMBER), "who reads on is asked"


def test_an_explorable_that_is_covered_starts_when_it_is_shown(read):
    page = read(LAYER_NORM)
    place = page.locator('.nb-mount[data-slug="pipeline"]')
    question(page, "nine-to-thirty").scroll_into_view_if_needed()
    assert not place.get_attribute("data-mounted")
    question(page, "nine-to-thirty").get_by_role("button", name="Show me").click()
    place.scroll_into_view_if_needed()
    expect(place).to_have_attribute("data-mounted", "")


def test_always_show_holds_on_other_pages_and_after_it_answers_nothing(read, site_url):
    page = read(LAYER_NORM)
    page.get_by_label("Always show the answers").last.check()
    expect(page.get_by_label("Always show the answers").first).to_be_checked()
    assert page.locator(".nb-covered[hidden]").count() == 0
    page.goto(f"{site_url}/{EPSILON}")
    asks(page)
    assert page.locator(".nb-covered[hidden]").count() == 0
    expect(page.get_by_role("button", name="Show me").first).to_be_hidden()
    page.get_by_label("Always show the answers").nth(1).uncheck()
    assert covers(page, NUMBER)
    assert notes(page, NUMBER) != []
    assert kept(page) == {}


def test_a_chapter_ends_with_what_was_foreseen(read):
    page = read(LAYER_NORM)
    question(page, CHOICE).get_by_label("9", exact=True).check()
    commit(page, CHOICE)
    expect(page.locator(f'.nb-foreseen [data-slug="{CHOICE}"] .nb-outcome')).to_have_text(
        "A surprise: You said 9; it is 3."
    )
    expect(page.locator(".nb-calibration")).to_contain_text("0 of 1 right")
    page.reload()
    asks(page)
    expect(status(page, CHOICE)).to_have_text("You said 9; it is 3.")
    assert not covers(page, CHOICE)
    assert notes(page, CHOICE) == []
    page.get_by_role("button", name="Forget this chapter's answers").click()
    assert covers(page, CHOICE)
    assert notes(page, CHOICE) != []


def everything_is_seen(page: Page) -> bool:
    return page.evaluate(
        "[...document.querySelectorAll('.nb-covered')].every(each => "
        "each.offsetHeight > 0 && [...each.querySelectorAll('p, pre')].filter("
        "one => !one.closest('details, .nb-explorable, svg')).every(one => one.offsetHeight > 0))"
    )


def no_question_has_a_control(page: Page) -> bool:
    """Whether no button or field is seen that a script would answer; a choice can be marked."""
    return page.evaluate(
        "![...document.querySelectorAll(':is(.nb-predict, .nb-cover-note, .nb-foreseen) "
        ":is(button, input:not([name]))')].some(each => each.checkVisibility())"
    )


def test_without_scripts_everything_is_seen_and_nothing_waits_for_a_click(read):
    page = read(LAYER_NORM, java_script_enabled=False)
    assert page.locator(".nb-covered[hidden]").count() == 0
    expect(page.get_by_role("button", name="Show me").first).to_be_hidden()
    expect(question(page, CHOICE)).to_contain_text("the root of that is 3")


def test_where_content_cannot_be_skipped_what_is_covered_is_hidden_and_on_paper_seen(
    browser: Browser, site_url: str
):
    def as_in_2023(route):
        style = route.fetch()
        text = re.sub("content-visibility: ?hidden", "unknown:hidden", style.text())
        route.fulfill(response=style, body=text)

    page = browser.new_page(covered=True)
    page.route("**/site.css*", as_in_2023)
    open_whole(page, f"{site_url}/{LAYER_NORM}")
    asks(page)
    assert covers(page, CHOICE)
    seen = "[...document.querySelectorAll('.nb-covered[hidden]')].some((e) => e.checkVisibility())"
    assert not page.evaluate(seen)
    page.emulate_media(media="print")
    assert everything_is_seen(page)
    page.close()


def test_on_paper_everything_is_seen(read):
    page = read(LAYER_NORM)
    assert covers(page, CHOICE)
    page.emulate_media(media="print")
    assert everything_is_seen(page)
    expect(page.get_by_role("button", name="Show me").first).to_be_hidden()
    page.emulate_media(media="screen")
    assert covers(page, CHOICE)


def test_where_the_script_cannot_be_had_everything_is_seen(browser: Browser, site_url: str):
    page = browser.new_page(covered=True)
    page.route("**/predict.mjs", lambda route: route.abort())
    open_whole(page, f"{site_url}/{LAYER_NORM}")
    expect(page.locator(".nb-covered[hidden]")).to_have_count(0)
    assert everything_is_seen(page)
    assert no_question_has_a_control(page)
    page.close()


def test_from_disk_everything_is_seen_and_nothing_waits_for_a_click(browser: Browser):
    page = browser.new_page(covered=True)
    page.goto((SITE / LAYER_NORM).as_uri())
    expect(page.locator(".nb-covered[hidden]")).to_have_count(0)
    assert no_question_has_a_control(page)
    expect(question(page, CHOICE)).to_contain_text("the root of that is 3")
    page.close()


def test_where_the_questions_cannot_start_everything_is_seen(browser: Browser, site_url: str):
    page = browser.new_page(covered=True)
    page.add_init_script("delete window.IntersectionObserver")  # a sketch cannot do without
    open_whole(page, f"{site_url}/{LAYER_NORM}")
    expect(page.locator(".nb-covered[hidden]")).to_have_count(0)
    page.close()


def test_an_address_that_is_no_text_leaves_the_questions_at_work(read):
    page = read(f"{LAYER_NORM}#100%")
    assert covers(page, CHOICE)
    question(page, CHOICE).get_by_role("button", name="Show me").click()
    assert not covers(page, CHOICE)


def test_what_is_forgotten_is_asked_anew(read):
    """Nothing of the answer is in sight, and a sketch can be drawn."""
    page = read(LAYER_NORM)
    box = question(page, SKETCH)
    box.scroll_into_view_if_needed()
    box.locator(".nb-sketch[data-mounted]").wait_for()
    curves = box.locator(".nb-sketch .nb-curve")
    draw_level(page, box)
    commit(page, SKETCH)
    expect(curves).to_have_count(2)
    question(page, CHOICE).get_by_label("9", exact=True).check()
    commit(page, CHOICE)
    page.get_by_role("button", name="Forget this chapter's answers").click()
    expect(page.locator(".nb-foreseen")).to_be_focused()
    expect(curves).to_have_count(0)
    assert question(page, CHOICE).locator("[data-is], [data-said], :checked").count() == 0
    draw_level(page, box)
    expect(curves).to_have_count(1)
    commit(page, SKETCH)
    expect(curves).to_have_count(2)
    assert list(kept(page)) == [SKETCH]


def test_where_storage_is_denied_an_answer_lasts_as_long_as_the_page(unkept: Page, site_url: str):
    unkept.goto(f"{site_url}/{LAYER_NORM}")
    asks(unkept)
    assert covers(unkept, CHOICE)
    question(unkept, CHOICE).get_by_label("3", exact=True).check()
    commit(unkept, CHOICE)
    expect(status(unkept, CHOICE)).to_have_text("You said 3, and so it is.")
    assert not covers(unkept, CHOICE)


@pytest.mark.parametrize("width", [1280, 375])
def test_a_page_that_is_covered_moves_no_more_than_one_that_is_not(new_tab, site_url, width):
    shifts = []
    for covered in (True, False):
        page = new_tab(width=width, covered=covered)
        page.add_init_script(NOTE_SHIFTS)
        open_whole(page, f"{site_url}/{LAYER_NORM}")
        asks(page)
        shifts.append(page.evaluate("window.shift"))
    assert shifts[0] - shifts[1] <= MOST_SHIFT


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_questions_have_no_barrier(read, axe, theme):
    page = read(EPSILON, theme=theme)
    question(page, NUMBER).get_by_role("button", name="Show me").click()
    commit(page, ORDER)
    commit(page, ORDER)
    assert axe(page, ".bd-article") == []
