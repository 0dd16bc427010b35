"""The golden chapter in a reader's hands: pointer, keys, links, quiz; and without scripts."""

import json

import pytest
from playwright.sync_api import expect

CHAPTER = "book/layer_norm.html"


def pipeline(page):
    """Return the chapter's explorable, once it works."""
    mount = page.locator('.nb-mount[data-slug="pipeline"]')
    mount.scroll_into_view_if_needed()
    page.wait_for_selector('.nb-mount[data-slug="pipeline"][data-mounted]')
    return mount


def values(mount) -> list[float]:
    """Return the row that the first chart shows, as its sliders say it."""
    sliders = mount.locator('svg [role="slider"]')
    return [float(s.get_attribute("aria-valuenow")) for s in sliders.all()]


def test_mathematics_is_visible_and_labelled(visit):
    page = visit(CHAPTER)
    formula = page.locator(".nb-math .katex-html").first
    box = formula.bounding_box()
    assert box["height"] > 20
    assert page.evaluate("document.fonts.check('16px KaTeX_Main')")
    assert page.locator(".nb-math math").count() >= 5  # for screen readers


def test_a_key_moves_a_bar_and_what_follows_from_it(visit):
    page = visit(CHAPTER)
    mount = pipeline(page)
    assert values(mount) == [1, 7, 7, 9]
    mount.locator('svg [role="slider"]').first.focus()
    page.keyboard.press("ArrowUp")
    assert values(mount)[0] > 1
    page.wait_for_function(
        "!document.querySelector('.nb-mount[data-slug=pipeline]').textContent.includes('μ = 6 ')"
    )


def test_a_pointer_drags_a_bar(visit):
    page = visit(CHAPTER)
    mount = pipeline(page)
    box = mount.locator('svg [role="slider"]').nth(1).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 15, steps=4)
    page.mouse.up()
    first, second, *rest = values(mount)
    assert second > 7
    assert (first, rest) == (1, [7, 9])


def test_a_point_that_is_dragged_past_the_axis_takes_it_along(visit):
    page = visit("book/scaling.html")
    mount = page.locator('.nb-mount[data-slug="scaling"]').first
    mount.scroll_into_view_if_needed()
    page.wait_for_selector('.nb-mount[data-slug="scaling"][data-mounted]')
    handle = mount.locator('svg [role="slider"]').first
    box = handle.locator(".nb-lines-grip").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    held = float(handle.get_attribute("aria-valuemax"))
    page.mouse.move(x + 1200, y, steps=8)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    followed = float(handle.get_attribute("aria-valuemax"))
    page.mouse.up()
    assert followed == float(handle.get_attribute("aria-valuenow")) > held


NUDGED = "[data-slug=pipeline] .nb-nudged"


def name_of_nudge(page) -> str:
    """Wait until a bar is to move, and return the name of its animation, which is soon over."""
    return page.wait_for_function(
        """(nudged) => {
          const bar = document.querySelector(nudged);
          return bar && getComputedStyle(bar).animationName;
        }""",
        arg=NUDGED,
    ).json_value()


def test_the_first_bar_moves_once_when_it_is_seen(visit):
    page = visit(CHAPTER)
    page.locator('.nb-mount[data-slug="pipeline"]').scroll_into_view_if_needed()
    assert name_of_nudge(page) == "nb-nudge-y"
    page.wait_for_selector(NUDGED, state="detached")
    page.mouse.wheel(0, -3000)
    page.mouse.wheel(0, 3000)
    page.wait_for_timeout(300)
    assert page.locator(NUDGED).count() == 0


def test_nothing_moves_for_who_wants_less_motion_or_has_begun(visit):
    page = visit(CHAPTER, reduced_motion="reduce")
    page.locator('.nb-mount[data-slug="pipeline"]').scroll_into_view_if_needed()
    assert name_of_nudge(page) == "none"
    page.locator('.nb-mount[data-slug="pipeline"] [role="slider"]').first.press("ArrowUp")
    page.wait_for_selector(NUDGED, state="detached")


def test_reset_brings_the_author_s_row_back(visit):
    page = visit(CHAPTER)
    mount = pipeline(page)
    mount.get_by_role("button", name="one outlier").click()
    assert values(mount) == [1, 7, 7, 80]
    mount.get_by_role("button", name="Reset").click()
    assert values(mount) == [1, 7, 7, 9]


def test_a_link_points_at_one_setting(visit):
    page = visit(CHAPTER, permissions=["clipboard-read", "clipboard-write"])
    mount = pipeline(page)
    mount.get_by_role("button", name="one outlier").click()
    mount.get_by_role("button", name="Copy link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    other = visit(CHAPTER + "#" + link.split("#")[1])
    assert values(pipeline(other)) == [1, 7, 7, 80]


@pytest.mark.parametrize("link", ["pipeline=nonsense", "pipeline=", "pipeline=" + "A" * 9000])
def test_a_bad_link_falls_back_to_the_start(visit, link):
    assert values(pipeline(visit(f"{CHAPTER}#{link}"))) == [1, 7, 7, 9]


def test_a_quiz_says_why(visit):
    page = visit(CHAPTER)
    mount = page.locator('.nb-mount[data-slug="quiz"]')
    mount.scroll_into_view_if_needed()
    page.wait_for_selector('.nb-mount[data-slug="quiz"][data-mounted]')
    mount.get_by_label("512, one a feature").check()
    assert mount.get_by_text("That is batch normalization").locator("visible=true").count()
    mount.get_by_label("4,096, one for every position").check()
    assert mount.get_by_text("32 · 128 rows of 512").locator("visible=true").count()
    assert "1 of" in mount.inner_text()


def test_what_a_quiz_says_of_an_answer_moves_nothing_below(visit):
    page = visit(CHAPTER)
    quiz = page.locator('.nb-mount[data-slug="quiz"]')
    quiz.scroll_into_view_if_needed()
    page.wait_for_selector('.nb-mount[data-slug="quiz"][data-mounted]')
    height = quiz.bounding_box()["height"]
    quiz.get_by_label("512, one a feature").check()  # of which it says more than one line
    assert quiz.locator(".nb-verdict").first.inner_text()
    assert quiz.bounding_box()["height"] == height


def test_what_a_quiz_was_answered_is_there_on_the_next_visit_until_it_is_started_again(visit):
    page = visit(CHAPTER)
    mount = page.locator('.nb-mount[data-slug="quiz"]')

    def reload():
        page.reload()
        mount.scroll_into_view_if_needed()
        mount.and_(page.locator("[data-mounted]")).wait_for()

    reload()
    mount.get_by_label("4,096, one for every position").check()
    reload()
    expect(mount.get_by_label("4,096, one for every position")).to_be_checked()
    expect(mount).to_contain_text("1 of")
    mount.get_by_role("button", name="Start again").click()
    reload()
    expect(mount).to_contain_text("0 of")


def test_without_scripts_there_are_pictures_and_answers(visit):
    page = visit(CHAPTER, java_script_enabled=False)
    mount = page.locator('.nb-mount[data-slug="pipeline"]')
    mount.scroll_into_view_if_needed()
    assert mount.locator("svg").first.bounding_box()["height"] > 80
    assert "0.33" in mount.inner_text()
    quiz = page.locator('.nb-mount[data-slug="quiz"]')
    assert quiz.locator("details").count() >= 5


def test_the_page_can_be_run_taken_and_mended(visit):
    page = visit(CHAPTER)
    page.locator("summary", has_text="Open in").click()
    assert (
        page.get_by_role("link", name="Binder in the cloud")
        .get_attribute("href")
        .startswith("https://myb")
    )
    assert "/lab/tree/notebooks/layer_norm.ipynb" in page.get_by_role(
        "link", name="JupyterLab"
    ).first.get_attribute("href")
    colab = page.get_by_role("link", name="Colab").first.get_attribute("href")
    assert colab.endswith("/blob/gh-pages/_sources/book/layer_norm.ipynb")
    page.locator("summary", has_text="Download").click()
    notebook = page.get_by_role("link", name="Notebook .ipynb")
    assert notebook.is_visible()
    answer = page.request.get(notebook.evaluate("link => link.href"))
    assert json.loads(answer.text())["nbformat"] == 4
    page.locator("summary", has_text="Source").click()
    assert "/edit/main/book/layer_norm.md" in page.get_by_role(
        "link", name="Suggest an edit"
    ).get_attribute("href")


def test_one_menu_is_open_at_a_time_and_escape_closes_it(visit):
    page = visit(CHAPTER)
    menus = page.locator(".nb-menu")
    page.locator("summary", has_text="Open in").click()
    page.locator("summary", has_text="Source").click()
    assert [menu.evaluate("m => m.open") for menu in menus.all()] == [False, False, True]
    page.keyboard.press("Escape")
    assert page.locator(".nb-menu[open]").count() == 0
    assert page.evaluate("document.activeElement.textContent") == "Source"
    page.locator("summary", has_text="Open in").click()
    page.mouse.click(5, 700)  # beside the text
    assert page.locator(".nb-menu[open]").count() == 0


def test_a_badge_leads_to_its_cell(visit):
    page = visit(CHAPTER)
    badge = page.locator(".nb-evidence-measured a").first
    target = badge.get_attribute("href")
    assert page.locator(f"{target} .cell_output").count() == 1
