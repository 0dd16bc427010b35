"""The laboratory in a real browser: it trains when asked and seen; N is dragged on its wires."""

import base64
import re

import pytest
from chrome import open_whole
from playwright.sync_api import expect

GALLERY, FRONT = "book/gallery.html", "book/index.html"
BRIEF = "book/depth.html"
READS_DIGITS = "book/capstone_transformer.html"
STEP = re.compile(r"step (\d+)")


@pytest.fixture
def laboratory(visit):
    """The page, the laboratory at work on it, and the workers that it has begun."""
    page = visit(GALLERY)
    workers = []
    page.on("worker", lambda worker: workers.append(worker))
    place = page.locator('.nb-mount[data-slug="laboratory"]')
    place.scroll_into_view_if_needed()
    place.and_(page.locator("[data-mounted]")).wait_for()
    root = place.locator(".nb-explorable")
    return page, root, workers


def press(root, name):
    """Press a button by its whole name."""
    root.get_by_role("button", name=name, exact=True).click()


def steps(root) -> list[int]:
    """Return how many steps each network has taken, as the picture says."""
    lines = root.locator(".nb-lab-readings").inner_text()
    return [int(found) for found in STEP.findall(lines)]


def settled_steps(root) -> list[int]:
    """Return the steps once they no longer change: one may be under way, and late."""
    before = steps(root)
    for _ in range(20):
        root.page.wait_for_timeout(800)
        now = steps(root)
        if now == before:
            return now
        before = now
    raise AssertionError(f"it goes on, and has taken {before} steps")


def grip(root, network):
    """Return the middle of a network's N."""
    box = root.get_by_role("group", name=network).locator(
        ".nb-wires-norm:not([display=none]) rect:last-of-type"
    )
    return middle(box.first)


def slot(root, network, name):
    """Return the middle of a slot."""
    return middle(root.get_by_role("group", name=network).locator(f".nb-wires-{name} rect").first)


def middle(element):
    """Return where to point at."""
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def chosen(root, network):
    """Return the placement that is checked by name."""
    checked = root.get_by_role("group", name=network).locator("label:has(input:checked)")
    return checked.first.inner_text()


def test_nothing_runs_before_a_click_and_then_both_train(laboratory):
    page, root, workers = laboratory
    expect(root.locator(".nb-lab-readings")).to_contain_text("not trained yet")
    press(root, "Clear")
    root.locator(".nb-lab-lever input").press("ArrowRight")
    page.wait_for_timeout(300)
    assert workers == []
    press(root, "Train")
    expect(root.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => document.querySelectorAll('.nb-lab-square canvas[width]').length")
    assert len(workers) == 2
    press(root, "Pause")
    now = settled_steps(root)
    assert len(now) == 2
    press(root, "Step")
    page.wait_for_timeout(300)
    assert settled_steps(root) == [each + 1 for each in now]


def test_a_new_seed_is_trained_at_once_by_keyboard_too(laboratory):
    page, root, workers = laboratory
    root.get_by_role("button", name="New seed").focus()
    page.keyboard.press("Enter")
    expect(root.get_by_role("button", name="Pause")).to_be_visible()
    expect(root.locator(".nb-lab-readings")).to_contain_text("step")
    assert len(workers) == 2


def test_out_of_sight_it_waits(laboratory):
    page, root, _ = laboratory
    readings = root.locator(".nb-lab-readings")
    root.locator(".nb-lab-lever input").press("End")  # the deepest: it takes its time
    press(root, "Train")
    expect(readings).to_contain_text("step")
    page.evaluate("scrollTo(0, 0)")
    before = settled_steps(root)
    assert max(before) < 300
    root.get_by_role("button", name="Pause").scroll_into_view_if_needed()
    expect(readings).not_to_contain_text(f"step {before[0]},")


def test_n_is_dragged_along_the_wires_and_escape_returns_it(laboratory):
    page, root, _ = laboratory
    root.locator(".nb-lab-networks").scroll_into_view_if_needed()
    for key, expected in ((None, "sandwich"), ("Escape", "sandwich")):
        page.mouse.move(*grip(root, "Network B"))
        page.mouse.down()
        page.mouse.move(*slot(root, "Network B", "around" if key is None else "before"), steps=4)
        if key:
            page.keyboard.press(key)
        page.mouse.up()
        assert chosen(root, "Network B") == expected
    page.mouse.click(*slot(root, "Network A", "last"))
    assert chosen(root, "Network A") == "post"


def test_the_wires_answer_to_the_keyboard(laboratory):
    page, root, _ = laboratory
    group = root.get_by_role("group", name="Network B")
    group.locator("input:checked").first.focus()
    page.keyboard.press("ArrowRight")
    assert chosen(root, "Network B") == "sandwich"
    expect(group.get_by_role("img")).to_have_accessible_name(re.compile("Wiring of sandwich"))


def test_it_says_which_digits_are_read_wrong(laboratory):
    _, root, _ = laboratory
    root.locator("summary").click()
    root.get_by_label("digits, 8 × 8").check()
    expect(root.locator(".nb-lab-plane").first).to_contain_text("Some of the digits")
    press(root, "Step")
    expect(root.locator(".nb-lab-plane").first).to_contain_text("of 200 digits wrong")


def test_before_anything_is_loaded_the_digits_to_read_are_drawn(new_tab, site_url):
    page = new_tab()
    open_whole(page, f"{site_url}/{READS_DIGITS}")
    shades = page.locator('.nb-mount[data-begin][data-slug="laboratory"] .nb-lab-digits path')
    boxes = [shade.get_attribute("d") for shade in shades.all()]
    assert boxes
    assert all(boxes)


def test_in_brief_nothing_is_loaded_before_its_button_which_then_trains_both(new_tab, site_url):
    page = new_tab()
    addresses, workers = [], []
    page.on("request", lambda request: addresses.append(request.url))
    page.on("worker", lambda worker: workers.append(worker))
    open_whole(page, f"{site_url}/{FRONT}")
    place = page.locator('.nb-mount[data-slug="laboratory"]')
    place.scroll_into_view_if_needed()
    expect(place.locator(".nb-wires").first).to_be_visible()
    assert place.get_by_role("button").all_inner_texts() == ["Train"]
    page.wait_for_timeout(300)
    assert not [each for each in addresses if "laboratory" in each or "digits" in each]
    press(place, "Train")
    pause = place.get_by_role("button", name="Pause")
    expect(pause).to_be_focused()
    expect(place.locator(".nb-lab-readings")).to_contain_text("step")
    assert len(workers) == 2
    pause.click()
    place.get_by_role("link", name="All settings").click()
    whole = page.locator(".nb-mount[data-mounted]")
    whole.wait_for()
    question = "The first weights are three times as large. Who minds?"
    expect(whole.locator(".nb-lab-question")).to_contain_text(question)


def test_in_brief_tab_comes_to_all_that_is_seen_and_a_key_works_there_at_once(new_tab, site_url):
    page = new_tab()
    open_whole(page, f"{site_url}/{FRONT}")
    place = page.locator('.nb-mount[data-slug="laboratory"]')
    page.locator(".bd-article").get_by_role("link", name="LayerNorm, by hand").first.focus()
    page.keyboard.press("Tab")
    expect(place.and_(page.locator("[data-mounted]"))).to_have_count(1)
    norm = place.get_by_role("combobox").first
    expect(norm).to_be_focused()
    page.keyboard.press("Tab")
    expect(place.get_by_role("radio", checked=True).first).to_be_focused()
    page.keyboard.press("ArrowLeft")
    assert chosen(place, "Network A") == "plain"


@pytest.mark.parametrize("is_open", [False, True])
def test_in_brief_a_link_to_a_state_sets_it_up_at_once_in_an_open_page_too(
    new_tab, site_url, is_open
):
    page = new_tab()
    state = base64.urlsafe_b64encode(b'{"norm": "rms"}').decode().rstrip("=")
    link = f"#laboratory={state}"
    open_whole(page, f"{site_url}/{BRIEF}{'' if is_open else link}")
    if is_open:
        page.evaluate("link => { location.hash = link; }", link)
    place = page.locator('.nb-mount[data-slug="laboratory"]').first
    place.and_(page.locator("[data-begin][data-mounted]")).wait_for()
    expect(place).to_be_in_viewport()
    expect(place.get_by_role("combobox").first).to_have_value("rms")


def test_in_brief_train_stands_by_what_comes_of_it(new_tab, site_url):
    page = new_tab()
    page.set_viewport_size({"width": 640, "height": 450})  # as a laptop's at 200 %
    open_whole(page, f"{site_url}/{FRONT}")
    place = page.locator('.nb-mount[data-slug="laboratory"]')
    press(place, "Train")
    expect(place.get_by_role("button", name="Train")).to_be_visible()
    expect(place.locator(".nb-lab-readings > p").first).to_be_in_viewport()


def test_in_brief_a_click_on_its_picture_makes_it_live_and_trains_nothing(new_tab, site_url):
    page = new_tab()
    workers = []
    page.on("worker", lambda worker: workers.append(worker))
    open_whole(page, f"{site_url}/{FRONT}")
    place = page.locator('.nb-mount[data-slug="laboratory"]')
    place.scroll_into_view_if_needed()
    place.click(position={"x": 120, "y": 60})
    page.wait_for_selector('.nb-mount[data-slug="laboratory"][data-mounted]')
    place.get_by_role("combobox").first.select_option(label="RMSNorm")
    expect(place.get_by_role("button", name="Train")).to_have_count(1)
    assert workers == []


@pytest.mark.parametrize("comes_late", [False, True])
def test_in_brief_the_first_drag_of_n_moves_it(new_tab, site_url, comes_late):
    page = new_tab()
    held = []
    if comes_late:  # the drag begins on the picture, and goes on when the model is there
        page.route("**/explorables/laboratory.mjs", lambda route: held.append(route))
    open_whole(page, f"{site_url}/{FRONT}")
    place = page.locator('.nb-mount[data-slug="laboratory"]')
    assert chosen(place, "Network A") == "pre"
    n = place.locator(".nb-wires-norm:visible").first
    n.scroll_into_view_if_needed()
    left, top = middle(n)
    page.mouse.move(left, top)
    if not comes_late:
        page.wait_for_selector('.nb-mount[data-slug="laboratory"][data-mounted]')
        left, top = middle(n)
        page.mouse.move(left, top)
    page.mouse.down()
    while comes_late and not held:
        page.wait_for_timeout(20)
    if held:
        held[0].continue_()
        page.wait_for_selector('.nb-mount[data-slug="laboratory"][data-mounted]')
        page.wait_for_selector(".nb-wires.nb-dragging")
    after = middle(place.locator(".nb-wires-after").first)
    page.mouse.move(*after, steps=5)
    page.mouse.up()
    assert chosen(place, "Network A") != "pre"


@pytest.mark.parametrize("scrolled", [False, True])
def test_a_click_on_its_picture_goes_to_what_is_there_unless_the_page_moved_meanwhile(
    new_tab, site_url, scrolled
):
    page = new_tab()
    held = []
    page.route("**/explorables/laboratory.mjs", lambda route: held.append(route))
    open_whole(page, f"{site_url}/{FRONT}")
    page.evaluate(
        """() => {
          window.passedOn = [];
          const note = ({ isTrusted, target }) =>
            isTrusted || passedOn.push(Boolean(target.closest(".nb-mount-here")));
          document.addEventListener("click", note, { capture: true });
        }"""
    )
    place = page.locator('.nb-mount[data-slug="laboratory"]')
    place.scroll_into_view_if_needed()
    place.locator(".nb-wires").first.click(force=True)
    while not held:
        page.wait_for_timeout(20)
    if scrolled:
        page.evaluate("scrollBy({ top: 150, behavior: 'instant' })")
    held[0].continue_()
    place.and_(page.locator("[data-mounted]")).wait_for()
    page.evaluate("new Promise(requestAnimationFrame)")
    assert page.evaluate("passedOn") == ([] if scrolled else [True])


def test_the_question_that_is_chosen_is_marked_in_the_system_s_colours_too(visit):
    page = visit(GALLERY, forced_colors="active")
    place = page.locator('.nb-mount[data-slug="laboratory"]')
    place.scroll_into_view_if_needed()
    place.and_(page.locator("[data-mounted]")).wait_for()
    buttons = place.locator(".nb-lab-presets button")
    buttons.first.click()
    expect(buttons.first).to_have_attribute("aria-pressed", "true")
    chosen, other = (
        buttons.nth(i).evaluate("each => getComputedStyle(each).backgroundColor") for i in (0, 1)
    )
    assert chosen != other
