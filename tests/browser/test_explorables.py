"""What holds for every explorable of the gallery: its name, its width, its links, its pictures."""

import base64
import json
import re
from pathlib import Path

import pytest
from chrome import read_to_the_end
from playwright.sync_api import expect

GALLERY = "book/gallery.html"
WIDGETS = Path(__file__).parents[2] / "src" / "normbook" / "widgets"
EXPLORABLES = sorted(path.parent.name for path in WIDGETS.glob("*/widget.py"))
EXPLORABLES.remove("quiz")  # which is in chapters, not in the gallery

OTHERS = {"atlas", "laboratory"}  # which have no lever: see tests/js/every.test.mjs

each_explorable = pytest.mark.parametrize("slug", EXPLORABLES)

PLAY = re.compile(r"^(play|to the end)\b", re.IGNORECASE)

# What an explorable shows and how its controls stand, without what it says of the last action. The
# texts are sorted: charts reuse their ticks in any order.
SHOWN = """root => {
  const shown = [root, ...root.querySelectorAll("*")].filter((each) => each.checkVisibility());
  const visible = (selector) => shown.filter((each) => each.matches(selector));
  const texts = shown
    .filter((each) => !each.closest("[role=status], [aria-live], script, option"))
    .flatMap((each) => [...each.childNodes])
    .filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
    .map((node) => node.data.trim());
  return {
    texts: texts.sort(),
    controls: visible("input, select").map((each) =>
      each.matches("[type=radio], [type=checkbox]") ? each.checked : each.value),
    handles: visible("[role=slider]").map((each) => each.getAttribute("aria-valuetext")),
  };
}"""

# Moves each control once, as far as one can without knowing what it is.
CHANGE = """async root => {
  const tell = (each, kind, name, options) =>
    each.dispatchEvent(new kind(name, { bubbles: true, cancelable: true, ...options }));
  const enter = (each, value) => {
    each.value = value;
    tell(each, Event, "input");
    tell(each, Event, "change");
  };
  const moves = {
    "select": (each) => enter(each, each.options[each.length - 1].value),
    "[type=radio], [type=checkbox]": (each) => each.checked || each.click(),
    "[type=range]": (each) => enter(each, 0.3 * each.min + 0.7 * each.max),
    "[type=search]": (each) => enter(each, "la"),
    "[role=slider]": (each) => tell(each, KeyboardEvent, "keydown", { key: "ArrowUp" }),
  };
  for (const [selector, move] of Object.entries(moves)) {
    for (const each of root.querySelectorAll(selector)) {
      if (each.isConnected && !each.disabled && each.checkVisibility()) move(each);
    }
    await new Promise(requestAnimationFrame);
  }
}"""

# The elements that end beyond the window's sides; what scrolls within its own box may.
OVERFLOWING = """root => {
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  const contained = (element) =>
    element !== root && (scrolls(element) || contained(element.parentElement));
  const thrown = (element) => element.closest(".nb-throw-picture > *"); // out of the picture
  return [...root.querySelectorAll("*")]
    .filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return width * height > 1 && (left < -1 || right > innerWidth + 1) &&
        !contained(element) && !thrown(element);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}"""

MIDDLE = """each => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"

PICTURES = """place => [...place.querySelectorAll("svg, table")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height > 40).length"""


def place_of(page, slug):
    """Return the place of an explorable, the first of its kind on the page."""
    return page.locator(f'.nb-mount[data-slug="{slug}"]').first


def at_work(place):
    """Return the root of the explorable in a place, once it works."""
    place.scroll_into_view_if_needed()
    place.and_(place.page.locator("[data-mounted]")).wait_for()
    return place.locator(".nb-explorable")


def explorable(page, slug):
    """Return the root of an explorable, once it works."""
    return at_work(place_of(page, slug))


def change(root) -> None:
    """Move the explorable's controls, so that it shows something else."""
    before = root.evaluate(SHOWN)
    root.evaluate(CHANGE)
    root.evaluate(NEXT_FRAME)
    assert root.evaluate(SHOWN) != before


def reset(root) -> None:
    """Press Reset, and let the explorable paint."""
    root.get_by_role("button", name="Reset", exact=True).click()
    root.evaluate(NEXT_FRAME)


def bad_links(page, slug: str) -> list[str]:
    """Return hashes that name the explorable and hold no state of it."""
    traits = place_of(page, slug).evaluate(
        "place => Object.keys(JSON.parse(place.querySelector('script').textContent))"
    )
    states = [None, [], *(dict.fromkeys(traits, bad) for bad in ({}, "x", [1e300] * 50))]
    texts = [base64.urlsafe_b64encode(json.dumps(state).encode()).decode() for state in states]
    return [f"#{slug}={text.rstrip('=')}" for text in ["", "=", "A" * 9000, *texts]]


def test_the_gallery_shows_every_explorable_at_work(visit):
    page = visit(GALLERY)
    read_to_the_end(page)
    slugs = page.locator(".nb-mount[data-mounted]").evaluate_all(
        "places => places.map(place => place.dataset.slug)"
    )
    assert sorted(set(slugs)) == EXPLORABLES
    assert len(slugs) == page.locator(".nb-mount").count()


def test_every_explorable_has_a_role_and_a_name(visit):
    page = visit(GALLERY)
    for place in page.locator(".nb-mount").all():
        role, name = at_work(place).evaluate(
            """root => [root.getAttribute("role"), root.getAttribute("aria-label")
              ?? document.getElementById(root.getAttribute("aria-labelledby"))?.textContent]"""
        )
        assert role in {"group", "region", "figure"}
        assert name
        assert name.strip()


def test_on_a_phone_nothing_overflows(visit):
    page = visit(GALLERY, width=320)
    for place in page.locator(".nb-mount").all():
        assert at_work(place).evaluate(OVERFLOWING) == []


@pytest.mark.parametrize("media", ["screen", "print"])
def test_without_scripts_there_is_a_picture(visit, media):
    page = visit(GALLERY, java_script_enabled=False)
    page.emulate_media(media=media)
    for place in page.locator(".nb-mount").all():
        assert place.evaluate(PICTURES) > 0, place.get_attribute("data-slug")


def test_in_print_there_is_a_picture_of_what_works(visit):
    page = visit(GALLERY)
    read_to_the_end(page)
    page.emulate_media(media="print")
    for place in page.locator(".nb-mount").all():
        assert place.evaluate(PICTURES) > 0, place.get_attribute("data-slug")


def test_on_paper_there_is_what_was_folded_away(visit):
    page = visit("explorable/epsilon.html")
    table = explorable(page, "epsilon").locator(".nb-table")
    expect(table).to_have_count(0)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(table).to_be_visible()
    expect(page.get_by_text("More", exact=True)).to_be_hidden()


# Where the first picture, the levers and the note end, in pixels from the top of the page.
ENDS = """root => ["svg, table", ".nb-lever, .nb-player", ".nb-note"].flatMap((each) => {
  const [first] = [...root.querySelectorAll(each)].filter((one) => !one.closest(".nb-more"));
  return first ? [Math.round(first.getBoundingClientRect().bottom + scrollY)] : [];
})"""


@pytest.mark.parametrize("slug", [each for each in EXPLORABLES if each not in OTHERS])
def test_picture_lever_and_reading_fit_the_screen_of_a_phone(visit, slug):
    page = visit(f"explorable/{slug}.html", width=375)
    ends = explorable(page, slug).evaluate(ENDS)
    assert len(ends) > 1, "a picture, and a lever or a note"
    assert max(ends) <= 812


@pytest.mark.parametrize("width", [375, 1280])
def test_nothing_below_a_norm_s_steps_jumps_when_something_is_tried(visit, width):
    root = explorable(visit("book/layer_norm.html", width=width), "pipeline")
    height = root.bounding_box()["height"]
    for name in ("all equal", "one outlier", "x + 5"):
        root.get_by_role("button", name=name, exact=True).click()
        root.evaluate(NEXT_FRAME)
        assert root.bounding_box()["height"] == height, name


def test_an_explorable_is_as_wide_by_itself_as_in_its_chapter(visit):
    alone, within = (
        explorable(visit(path, width=1920), "geometry").bounding_box()["width"]
        for path in ("explorable/geometry.html", GALLERY)
    )
    assert alone == within


def test_by_itself_the_atlas_shows_all_columns_where_there_is_room(visit):
    table = explorable(visit("explorable/atlas.html", width=1920), "atlas").locator(
        ".nb-atlas-frame"
    )
    assert table.evaluate("table => table.scrollWidth === table.clientWidth")


def test_in_a_notebook_too_a_search_of_the_atlas_leaves_rows_out_and_moves_no_column(visit):
    """Safari leaves a gap where a row is collapsed. Pages display nothing that is hidden."""
    page = visit(GALLERY)
    root = explorable(page, "atlas")
    page.locator("link[rel=stylesheet]").evaluate_all("all => all.forEach((each) => each.remove())")
    page.add_style_tag(path=WIDGETS / "_dist" / "explorables" / "atlas.css")
    widths = "root => [...root.querySelectorAll('thead th')].map((th) => th.offsetWidth)"
    before = root.evaluate(widths)
    rows = root.locator("tbody tr")
    everything = rows.count()
    root.get_by_role("searchbox").fill("llama")
    expect(rows.and_(root.locator(":not([hidden])"))).not_to_have_count(everything)
    assert rows.evaluate_all(
        "rows => rows.every((row) => row.checkVisibility() !== row.hasAttribute('hidden'))"
    )
    assert root.evaluate(widths) == before


# How many pixels high the letters of charts are: units of a picture, times what it is scaled by.
LETTERS = """root => [...root.querySelectorAll(
  ":is(.nb-plot, .nb-step, .nb-space, .nb-lines, .nb-histogram) svg[viewBox] text"
)].flatMap((text) => {
  const { ownerSVGElement: svg } = text;
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return text.checkVisibility() ? [parseFloat(getComputedStyle(text).fontSize) * scale] : [];
})"""


def test_in_a_wide_window_letters_of_charts_are_no_larger_than_those_around_them(visit):
    page = visit(GALLERY, width=1920)
    for slug in sorted({*EXPLORABLES} - {"axes", "throw_row"}):  # of squares, and of no letters
        letters = explorable(page, slug).evaluate(LETTERS)
        assert letters, slug
        assert min(letters) > 11.5, slug
        assert max(letters) < 15, slug


def test_a_table_that_goes_on_beyond_the_edge_has_a_shadow_on_each_page(visit):
    for path in ("explorable/atlas.html", GALLERY):
        table = explorable(visit(path), "atlas").locator(".nb-table")
        assert "gradient" in table.evaluate("table => getComputedStyle(table).backgroundImage")


def test_reset_returns_to_the_start(visit):
    page = visit(GALLERY)
    for slug in EXPLORABLES:
        page.mouse.move(0, 0)  # else a cell that is scrolled below it is pointed at
        root = explorable(page, slug)
        start = root.evaluate(SHOWN)
        change(root)
        reset(root)
        assert root.evaluate(SHOWN) == start, slug


def test_at_the_last_step_the_button_for_the_next_keeps_the_focus(visit):
    player = explorable(visit(GALLERY), "drift").locator(".nb-player")
    player.get_by_role("slider").press("End")
    player.get_by_role("button", name="Previous").press("Enter")
    button = player.get_by_role("button", name="Next")
    expect(button).to_be_enabled()
    button.press("Enter")
    expect(button).to_be_disabled()
    expect(button).to_be_focused()


@each_explorable
def test_a_copied_link_leads_back_to_the_setting(visit, slug):
    page = visit(GALLERY, permissions=["clipboard-read", "clipboard-write"])
    root = explorable(page, slug)
    change(root)
    root.get_by_role("button", name="Copy link").click()
    copied = page.evaluate(
        """async slug => {
          for (;;) {
            const text = await navigator.clipboard.readText();
            if (text.includes(`#${slug}=`)) return text;
          }
        }""",
        slug,
    )
    other = visit(f"{GALLERY}#{copied.split('#')[1]}")
    assert explorable(other, slug).evaluate(SHOWN) == root.evaluate(SHOWN)


@each_explorable
def test_a_bad_link_falls_back_to_the_start(visit, slug):
    page = visit(f"{GALLERY}#{slug}=nonsense")
    root = explorable(page, slug)
    start = root.evaluate(SHOWN)
    reset(root)
    assert root.evaluate(SHOWN) == start
    for bad in bad_links(page, slug):
        page.evaluate("bad => { location.hash = bad; }", bad)
        page.evaluate(NEXT_FRAME)
        assert root.evaluate(SHOWN) == start, bad[:80]


def test_nothing_moves_for_those_who_ask_for_no_motion(visit):
    page = visit(GALLERY, reduced_motion="reduce")
    for slug in EXPLORABLES:
        root = explorable(page, slug)
        for play in root.get_by_role("button", name=PLAY, disabled=False).all():
            play.click()
        page.wait_for_timeout(100)
        shown = root.evaluate(SHOWN)
        assert root.evaluate("root => root.getAnimations({ subtree: true }).length") == 0, slug
        page.wait_for_timeout(300)
        assert root.evaluate(SHOWN) == shown, slug


@pytest.mark.parametrize("opened", ["before", "behind"])
def test_the_frame_that_is_offered_has_the_state_that_was_copied(visit, opened):
    page = visit("explorable/pipeline.html")
    offer = page.get_by_text("Put it into your page or slides")
    code = page.locator("footer code")
    if opened == "before":
        offer.click()
    for row in ("one outlier", "all equal"):
        page.get_by_role("button", name=row).click()
        before = page.evaluate("location.hash")
        page.get_by_role("button", name="Copy link").click()
        page.wait_for_function("before => location.hash !== before", arg=before)
        if opened == "behind":
            offer.click()
        hash_ = page.evaluate("location.hash")
        expect(code).to_contain_text(f'explorable/pipeline.html{hash_}"', use_inner_text=True)
        opened = "before"


def test_what_is_higher_than_its_frame_scrolls_within_it(new_tab, site_url):
    page = new_tab(width=375)
    page.goto(f"{site_url}/explorable/pipeline.html")
    offered = page.locator("footer code").text_content()
    address = f"{site_url}/explorable/pipeline.html"
    page.set_content(re.sub('src="[^"]*', f'src="{address}', offered))
    footer = page.frame_locator("iframe").get_by_text("In words")
    expect(footer).not_to_be_in_viewport()
    page.frame_locator("iframe").locator(".nb-mount[data-mounted]").wait_for()
    page.mouse.move(180, 40)  # on its title
    page.mouse.wheel(0, 4000)
    expect(footer).to_be_in_viewport()


def test_it_lives_in_a_frame_that_shares_nothing_with_its_page(new_tab, site_url):
    page = new_tab()
    address = f"{site_url}/explorable/pipeline.html"
    page.set_content(f'<iframe sandbox="allow-scripts" width="700" height="900" src="{address}">')
    frame = page.frame_locator("iframe")
    row = frame.get_by_role("button", name="one outlier")
    before = frame.locator(".nb-mount svg").first.inner_html()
    row.click()
    expect(frame.locator(".nb-mount svg").first).not_to_have_js_property("innerHTML", before)


def test_where_nothing_can_be_copied_the_frame_that_is_offered_is_selected(visit):
    page = visit("explorable/pipeline.html")
    page.evaluate("() => void (navigator.clipboard.writeText = () => Promise.reject())")
    page.get_by_text("Put it into your page or slides").click()
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Selected: copy it by hand")).to_be_visible()
    code = page.locator("footer code").inner_text()
    assert page.evaluate("getSelection().toString()").strip() == code


# Texts of pictures of which an edge leaves a part: of −15 it may leave 15.
CUT = """root => {
  const boxOf = (element, beyond) => {
    const { left, right } = element.getBoundingClientRect();
    return { left: left - beyond, right: right + beyond };
  };
  const edgesOf = (text) => {
    const clipping = [...root.querySelectorAll("svg")].filter(
      (svg) => svg.contains(text) && getComputedStyle(svg).overflowX !== "visible",
    );
    return [boxOf(root, 12), ...clipping.map((svg) => boxOf(svg, 1))]; // 12: tokens.css
  };
  const isCut = (text) => {
    const { left, right } = text.getBoundingClientRect();
    return edgesOf(text).some(
      (edge) => [edge.left, edge.right].some((at) => left < at && at < right),
    );
  };
  return [...root.querySelectorAll("svg text")]
    .filter((text) => text.checkVisibility() && text.textContent && isCut(text))
    .map((text) => text.textContent);
}"""


# Has the page list what becomes of a press: a touch that the browser takes to scroll is cancelled.
LISTEN = """() => {
  window.heard = [];
  for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
    addEventListener(kind, () => window.heard.push(kind), { capture: true });
  }
}"""
GRIPS = """root => [...root.querySelectorAll("[data-drag]")]
  .filter((grip) => grip.checkVisibility() && grip.getBoundingClientRect().width)
  .slice(0, 1)
  .map((grip) => {
    const pressed = grip.querySelector(":scope > rect") ?? grip;
    pressed.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = pressed.getBoundingClientRect();
    return { at: [left + width / 2, top + height / 2], way: grip.dataset.drag };
  })"""


@pytest.fixture
def finger(visit):
    """Open a page on a phone; return it, and what drags a finger from one place to another."""

    def open_page(path: str):
        page = visit(path, width=375, has_touch=True, is_mobile=True)
        session = page.context.new_cdp_session(page)

        def touch(kind: str, *places) -> None:
            points = [{"x": x, "y": y} for x, y in places]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        def drag(start, end, steps: int = 8) -> None:
            touch("touchStart", start)
            for k in range(1, steps + 1):
                part = k / steps
                touch("touchMove", [a + part * (b - a) for a, b in zip(start, end, strict=True)])
            touch("touchEnd")

        return page, drag

    return open_page


def test_a_finger_drags_what_says_that_it_can_be_dragged(finger):
    page, drag = finger(GALLERY)
    page.evaluate(LISTEN)
    dragged = set()
    for slug in EXPLORABLES:
        for grip in explorable(page, slug).evaluate(GRIPS):
            x, y = grip["at"]
            page.evaluate("heard.length = 0")
            drag((x, y), (x, y + 30) if grip["way"] == "y" else (x + 30, y))
            heard = page.evaluate("heard")
            assert (heard[0], heard[-1]) == ("pointerdown", "pointerup"), slug
            assert heard.count("pointermove") > 2, slug
            dragged.add(slug)
    assert dragged >= {"geometry", "laboratory", "scaling", "throw_row"}


def test_a_finger_on_the_picture_of_a_norm_wakes_it_and_the_next_drags_it(finger):
    page, drag = finger("book/index.html")
    place = place_of(page, "laboratory")
    (grip,) = place.evaluate(GRIPS)
    drag(grip["at"], [grip["at"][0], grip["at"][1] - 60])  # farther than a tap: the page scrolls
    root = at_work(place)
    (grip,) = root.evaluate(GRIPS)
    drag(grip["at"], root.locator(".nb-wires-last > rect").first.evaluate(MIDDLE))
    expect(root.get_by_role("radio", name="post").first).to_be_checked()


def test_on_a_phone_no_control_that_has_the_focus_lies_below_the_picture_of_space(visit):
    page = visit(GALLERY, width=375)
    root = explorable(page, "geometry")
    is_seen = f"each => each.contains(document.elementFromPoint(...({MIDDLE})(each)))"
    for control in (root.locator("summary"), root.get_by_role("button", name="Reset", exact=True)):
        control.evaluate("each => scrollBy({ top: each.getBoundingClientRect().top - 200 })")
        page.evaluate(NEXT_FRAME)
        assert not control.evaluate(is_seen)
        control.focus()
        page.evaluate(NEXT_FRAME)
        assert control.evaluate(is_seen)


@pytest.mark.parametrize("width", [320, 375, 640, 1280])
def test_no_text_of_a_picture_is_cut(visit, width):
    page = visit(GALLERY, width=width)
    for slug in EXPLORABLES:
        assert explorable(page, slug).evaluate(CUT) == [], slug


def test_labels_of_a_row_that_is_thrown_are_whole_or_gone(visit):
    page = visit(GALLERY, width=375)
    root = explorable(page, "throw_row")
    grip = root.get_by_role("slider")
    for _ in range(40):
        grip.press("ArrowLeft")
        assert root.evaluate(CUT) == []


def test_panels_stand_in_line_though_the_text_below_one_of_them_wraps(visit):
    page = visit("book/layer_norm.html")
    root = explorable(page, "pipeline")
    root.get_by_role("button", name="all equal").click()
    tops = [each.bounding_box()["y"] for each in root.locator(".nb-bars").all()]
    assert max(tops) - min(tops) < 1
