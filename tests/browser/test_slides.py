"""A deck is gone through with keys, its models work, and all can use it."""

import re
from pathlib import Path

import pytest
from bench_site import MOST_SHIFT, layout_shift
from playwright.sync_api import Page, expect

SITE = Path(__file__).parents[2] / "_build" / "html"
DECKS = sorted(path.relative_to(SITE).as_posix() for path in SITE.glob("slides/*.html"))
DECK = "slides/layer_norm.html"
NOW = ".slides section.present:not(.stack)"
FITS_OR_SCROLLS = """selector => {
  const slide = document.querySelector(selector);
  return slide.tabIndex === 0 || slide.scrollHeight <= slide.clientHeight;
}"""
COMES_TO_REST = """async (selector) => {
  const slide = document.querySelector(selector);
  let changes = 0;
  const sizes = new MutationObserver(() => (changes += 1));
  sizes.observe(slide, { attributeFilter: ["style"] });
  for (let round = 0; round < 20; round += 1) {
    changes = 0;
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (changes === 0) return true;
  }
  return false;
}"""
SETTLED = "document.getAnimations().length === 0"


@pytest.fixture
def open_deck(visit):
    """Open a deck, and wait until it listens."""

    def open_one(path: str = DECK, **options) -> Page:
        page = visit(path, reduced_motion="reduce", **options)
        page.wait_for_selector(".reveal.ready")
        return page

    return open_one


def go_to(page: Page, selector: str, most: int = 40) -> None:
    """Go on with the key of a clicker until something is on the slide."""
    for _ in range(most):
        if page.locator(f"{NOW} {selector}").count():
            return
        page.keyboard.press("PageDown")
    pytest.fail(f"{selector} is on none of the first {most} slides")


@pytest.mark.parametrize("path", DECKS)
def test_a_deck_is_gone_through_to_its_recap(open_deck, path):
    page = open_deck(path)
    steps = page.locator(".slides section:not(.stack), .fragment").count()
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
        page.wait_for_function(FITS_OR_SCROLLS, arg=NOW)  # once what is on it has its size
    assert page.locator(f"{NOW} h2").inner_text() == "Recap"
    assert page.locator(f"{NOW}:not([tabindex])").count() == 1, "the recap is seen whole"


def test_a_slide_that_has_its_size_is_not_measured_again(open_deck):
    page = open_deck("slides/why_norms_help.html")
    for _ in range(9):
        page.keyboard.press("PageDown")
        assert page.evaluate(COMES_TO_REST, NOW)
        assert page.evaluate(FITS_OR_SCROLLS, NOW)


@pytest.mark.parametrize("name", ["layer_norm", "rms_norm", "epsilon"])
def test_nothing_moves_as_a_deck_comes(browser, site_url, name):
    assert layout_shift(browser, f"{site_url}/slides/{name}.html", 1280) <= MOST_SHIFT


def test_an_answer_comes_with_the_step_after_its_question(open_deck):
    page = open_deck()
    go_to(page, ".nb-asked")
    answer = page.locator(f"{NOW} .nb-found")
    assert not answer.is_visible()
    page.keyboard.press("ArrowRight")
    answer.wait_for(state="visible")


def test_a_model_keeps_the_keys_until_escape(open_deck):
    page = open_deck()
    go_to(page, ".nb-mount")
    page.wait_for_selector(f"{NOW} .nb-mount[data-mounted]")
    handle = page.locator(f"{NOW} [role=slider]").first
    before = handle.get_attribute("aria-valuenow")
    slide = page.locator(NOW).inner_text()
    handle.focus()
    page.keyboard.press("ArrowUp")
    assert handle.get_attribute("aria-valuenow") != before
    page.keyboard.press("ArrowRight")
    assert page.locator(f"{NOW} .nb-mount").count() == 1, "the deck has gone on"
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    assert page.locator(NOW).inner_text() != slide


def test_what_a_pointer_has_used_leaves_the_keys_to_the_slides(open_deck):
    page = open_deck("slides/placement.html")
    go_to(page, ".nb-mount[data-slug=placement]")
    page.wait_for_selector(f"{NOW} .nb-mount[data-mounted]")
    depth = page.locator(f"{NOW} .nb-mount input[type=range]:visible").first.element_handle()
    depth.click(position={"x": 10, "y": 5})
    value, now = depth.input_value(), "document.querySelector('.slide-number').textContent"
    number = page.evaluate(now)
    for key in ("ArrowRight", "ArrowLeft", "Space", "ArrowLeft", "PageDown", "PageUp"):
        before = page.evaluate(now)
        page.keyboard.press(key)
        page.wait_for_function(f"before => {now} !== before", arg=before)
        assert depth.input_value() == value
    assert page.evaluate(now) == number
    depth.focus()
    page.keyboard.press("ArrowRight")  # reached by Tab it keeps its arrows, and no clicker's
    assert depth.input_value() != value
    page.keyboard.press("PageDown")
    page.wait_for_function(f"before => {now} !== before", arg=number)


def test_the_overview_has_all_slides_in_rows_and_leads_to_each(open_deck):
    page = open_deck()
    go_to(page, ".nb-asked")
    page.keyboard.press("o")
    page.wait_for_selector(".reveal.overview")
    slides = page.locator(".slides section:not(.stack)").all()
    boxes = [each.bounding_box() for each in slides]
    assert len({box["x"] for box in boxes}) > 3
    assert len({(box["x"], box["y"]) for box in boxes}) == len(slides) > 15
    page.keyboard.press("End")
    page.wait_for_function(
        "now => document.querySelector(now).getBoundingClientRect().bottom <= innerHeight", arg=NOW
    )
    slides[3].click()
    page.wait_for_selector(".reveal:not(.overview)")
    assert slides[3].get_attribute("class") == "present"


def test_arrows_go_through_the_overview_as_it_is_drawn(open_deck):
    page = open_deck()
    page.keyboard.press("o")
    page.wait_for_selector(".reveal.overview")
    slides = page.locator(".slides section:not(.stack)").all()
    boxes = [each.bounding_box() for each in slides]
    columns = len({box["x"] for box in boxes})
    here = 0
    for key, step in [("Right", 1)] * 4 + [("Left", -1), ("Down", columns), ("Right", 1)]:
        page.keyboard.press(f"Arrow{key}")
        here += step
        assert "present" in slides[here].get_attribute("class").split(), (key, here)
    for modifier in ("Alt", "Control"):  # whose arrows are the browser's
        page.keyboard.press(f"{modifier}+ArrowRight")
        assert "present" in slides[here].get_attribute("class").split(), modifier
    for key in ("ArrowUp", "ArrowUp", "ArrowUp"):
        page.keyboard.press(key)
    assert "present" in slides[here % columns].get_attribute("class").split(), "of the first row"


def test_code_and_formulas_are_seen_to_their_end(open_deck):
    page = open_deck("slides/rms_norm.html")
    for kind in (".nb-math", "pre"):
        go_to(page, kind)
        page.wait_for_function(
            "lines => [...document.querySelectorAll(lines)].every("
            "({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)",
            arg=f"{NOW} :is(.nb-math, .highlight pre)",
        )


def test_beside_a_question_its_model_is_told_to_begin_and_arrows_go_on(open_deck):
    page = open_deck("slides/depth.html")
    go_to(page, ".nb-beside .nb-begin")
    slide = page.locator(NOW)
    question, model = slide.locator(".nb-asked"), slide.locator(".nb-mount")
    assert question.bounding_box()["x"] < model.bounding_box()["x"]
    slide.locator(".nb-begin").click()
    slide.locator(".nb-mount[data-mounted]").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    slide.locator(".nb-found.visible").wait_for()


def test_a_model_is_dragged(open_deck):
    page = open_deck()
    go_to(page, ".nb-mount")
    page.wait_for_selector(f"{NOW} .nb-mount[data-mounted]")
    handle = page.locator(f"{NOW} [role=slider]").first
    before = float(handle.get_attribute("aria-valuenow"))
    box = handle.locator(".nb-grip").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=4)
    page.mouse.up()
    assert float(handle.get_attribute("aria-valuenow")) > before + 1


def test_on_a_phone_a_model_is_as_large_as_in_its_page(open_deck):
    page = open_deck(width=375)
    go_to(page, ".nb-mount")
    page.wait_for_selector(f"{NOW} .nb-mount[data-mounted]")
    page.wait_for_function(FITS_OR_SCROLLS, arg=NOW)
    button = page.locator(f"{NOW} .nb-mount button").first
    drawn = "element => element.getBoundingClientRect().height / element.offsetHeight"
    assert button.evaluate(drawn) > 0.9
    assert page.locator(f"{NOW} .nb-explorable").bounding_box()["width"] > 300


def test_a_model_is_large_and_has_what_moves_it_alone(open_deck):
    page = open_deck("slides/epsilon.html")
    go_to(page, ".nb-mount[data-slug=epsilon]")
    page.wait_for_selector(f"{NOW} .nb-mount[data-mounted]")
    page.wait_for_function(FITS_OR_SCROLLS, arg=NOW)
    model = page.locator(f"{NOW} .nb-explorable")
    assert model.bounding_box()["width"] > 0.7 * 1280
    assert page.locator(NOW).evaluate("slide => Number(slide.style.zoom)") > 0.85
    for left_out in (".nb-table", ".nb-note", "button:text('Copy as Python')"):
        assert not model.locator(left_out).first.is_visible(), left_out


def test_of_the_picture_of_space_a_room_reads_the_buttons_which_stand_beside_it(open_deck):
    page = open_deck()
    go_to(page, ".nb-mount[data-slug=geometry]")
    page.wait_for_selector(f"{NOW} .nb-mount[data-mounted]")
    page.wait_for_function(FITS_OR_SCROLLS, arg=NOW)
    picture = page.locator(f"{NOW} .nb-space").bounding_box()
    for button in page.locator(NOW).get_by_role("group", name="Try").get_by_role("button").all():
        box = button.bounding_box()
        assert box["height"] >= 34
        assert box["x"] >= picture["x"] + picture["width"]


def test_a_sketch_stands_large_beside_its_question(open_deck):
    page = open_deck()
    go_to(page, ".r-stack")
    page.wait_for_function(FITS_OR_SCROLLS, arg=NOW)
    axes = page.locator(f"{NOW} .r-stack svg").first.bounding_box()
    asked = page.locator(f"{NOW} .nb-asked").bounding_box()
    assert axes["width"] > 0.4 * 1280
    assert asked["x"] + asked["width"] <= axes["x"]


def test_a_slide_that_is_made_smaller_keeps_its_heading(open_deck):
    page = open_deck()
    sizes = set()
    for kind in (".nb-math", ".nb-asked", ".nb-mount[data-slug=pipeline]", ".nb-mount"):
        go_to(page, kind)
        page.wait_for_function(FITS_OR_SCROLLS, arg=NOW)
        zoom = "part => [part, part.closest('section')].map(each => getComputedStyle(each).zoom)"
        sizes.add(round(float.__mul__(*map(float, page.locator(f"{NOW} h2").evaluate(zoom))), 2))
    assert len(sizes) == 1


@pytest.mark.parametrize("word", [".nb-predict-word", ".nb-lab-setting", ".nb-lab-readings"])
def test_the_laboratory_s_words_are_no_smaller_on_a_slide_that_is(open_deck, word):
    page = open_deck("slides/why_norms_help.html")
    go_to(page, ".nb-laboratory")
    page.wait_for_function(FITS_OR_SCROLLS, arg=NOW)
    height = """(word) => parseFloat(getComputedStyle(word).fontSize)
        * getComputedStyle(word.closest("section")).zoom"""
    assert page.locator(f"{NOW} {word}").first.evaluate(height) >= 14


def test_on_a_phone_the_foot_lies_below_the_slide(open_deck):
    page = open_deck(width=375)
    page.keyboard.press("PageDown")
    slide = page.locator(NOW).bounding_box()
    link, number, arrows = (
        page.locator(part).bounding_box() for part in (".nb-back", ".slide-number", ".controls")
    )
    assert slide["y"] + slide["height"] <= min(each["y"] for each in (link, number, arrows))
    assert link["x"] + link["width"] < number["x"]
    assert number["x"] + number["width"] < arrows["x"]


def test_a_link_to_a_state_leads_to_its_model(open_deck):
    link = "#geometry=eyJ4IjpbMSwyLDNdfQ"  # {"x": [1, 2, 3]}
    page = open_deck(f"{DECK}{link}")
    page.wait_for_selector(f"{NOW} .nb-mount[data-slug=geometry][data-mounted]")
    picture = page.locator(f"{NOW} .nb-mount .nb-space svg")
    expect(picture).to_have_attribute("aria-label", re.compile(r": x \(1, 2, 3\),"))


def test_the_speaker_sees_the_text(open_deck):
    page = open_deck()
    with page.expect_popup() as opened:
        page.keyboard.press("s")
    notes = opened.value.locator(".speaker-controls-notes .value")
    notes.get_by_text("A layer of your network puts out the row").wait_for()


def test_who_presses_the_speaker_s_key_twice_has_one_view(open_deck):
    page = open_deck()
    opened = []
    page.on("popup", lambda view: opened.append(view))
    page.keyboard.press("s")
    page.keyboard.press("s")
    page.wait_for_timeout(1000)
    assert len(opened) == 1


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (1280, "dark"), (375, "light")])
def test_all_can_use_each_kind_of_slide(open_deck, axe, width, theme):
    page = open_deck(width=width, theme=theme)
    for kind in ("h1", ".nb-math", ".nb-found.visible", ".nb-mount", "table", "figure"):
        go_to(page, kind)
        page.wait_for_function(SETTLED)
        assert axe(page) == [], kind
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_each_slide_is_printed_on_one_page_whole_and_with_its_answer(open_deck):
    page = open_deck("slides/bugs.html?print-pdf")
    page.wait_for_selector(".pdf-page")
    sheets = page.locator(".pdf-page")
    assert sheets.count() == page.locator(".slides section:not(.stack)").count() > 15
    page.wait_for_function(
        """() => [...document.querySelectorAll('.pdf-page')].every(
          page => [...page.querySelectorAll('section > :not(.notes)')].every(
            part => part.getBoundingClientRect().bottom <= page.getBoundingClientRect().bottom))"""
    )
    assert len({each.evaluate("page => page.offsetHeight") for each in sheets.all()}) == 1
    answers = page.locator(".nb-found")
    assert answers.count() > 5
    assert all(each.is_visible() for each in answers.all())
