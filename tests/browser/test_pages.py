"""What holds on every page, in both themes and on a phone."""

import contextlib
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from chrome import read_to_the_end, wait_until_loaded
from playwright.sync_api import Route, expect

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"
PAGES = sorted(
    p.relative_to(SITE).as_posix()
    for p in SITE.rglob("*.html")
    if not {"_static", "slides"} & set(p.parts)  # slides are not scrolled: test_slides.py
)

COLOURS = ["color-contrast", "link-in-text-block"]
SIZES = ["target-size", "scrollable-region-focusable", "focus-order-semantics"]

each_page = pytest.mark.parametrize("path", PAGES)


@each_page
def test_a_page_loads_and_all_can_use_it_in_either_theme(visit, axe, path):
    page = visit(path)  # which notes errors, and requests to other hosts
    read_to_the_end(page)
    assert page.title()
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("(document.documentElement.dataset.theme ?? 'dark') === 'dark'")
    page.wait_for_function("document.getAnimations().length === 0")  # colours that fade over
    assert axe(page, rules=COLOURS) == []  # all that a theme changes


def test_what_starts_in_the_dark_can_be_read(visit, axe):
    page = visit("book/gallery.html", theme="dark")
    read_to_the_end(page)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert axe(page) == []


@pytest.mark.parametrize("path", ["book/family.html", "book/index.html", "explorable/axes.html"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_phone_s_page_can_be_used_by_all(visit, axe, path, theme):
    page = visit(path, theme=theme, width=375)
    read_to_the_end(page)
    assert axe(page) == []  # its head, too, which all pages of a kind share


CUT = """[...document.querySelectorAll(".nb-math")]
  .filter((formula) => formula.checkVisibility() && formula.scrollWidth > formula.clientWidth)
  .map((formula) => formula.querySelector("annotation").textContent)"""


@each_page
def test_a_phone_scrolls_down_only_and_a_desktop_shows_formulas_whole(visit, axe, path):
    page = visit(path, width=320)
    read_to_the_end(page)
    for width in (320, 375):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page, rules=SIZES) == []  # all that a width changes of a page's own text
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate(
        "document.documentElement.dataset.whole = ''"
    )  # else what is far off has no width
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.evaluate(CUT) == []


TWICE_AS_LARGE = [
    f"book/{name}.html" for name in ("index", "family", "epsilon", "scaling", "exercises")
]


@pytest.mark.parametrize("path", TWICE_AS_LARGE)
def test_a_phone_with_letters_twice_as_large_scrolls_down_only(visit, path):
    page = visit(path, width=375)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    read_to_the_end(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    buttons = page.locator(".bd-header-article :is(button, summary):visible")
    for box in (button.bounding_box() for button in buttons.all()):
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 375


EDGE = """() => {
  const boxes = [...document.querySelectorAll(".nb-math:has(> .eqno)")];
  const box = boxes.find((each) => each.scrollWidth > each.clientWidth + 20);
  box.scrollIntoView();
  const number = box.querySelector(".eqno").getBoundingClientRect();
  const [, shadow] = getComputedStyle(box).backgroundPosition.match(/100% - ([\\d.]+)px\\) 0px$/);
  return [number.right - box.getBoundingClientRect().right, shadow - number.width];
}"""


def test_a_formula_that_goes_on_below_its_number_has_its_shadow_beside_that(visit):
    page = visit("book/epsilon.html", width=375)
    assert page.evaluate(EDGE) == pytest.approx([0, 0], abs=0.5)


RING = """() => {
  const { outlineStyle, outlineWidth, outlineColor, boxShadow } =
    getComputedStyle(document.activeElement);
  const teal = document.createElement("i");
  teal.style.color = "var(--nb-teal)";
  document.body.append(teal);
  const { color } = getComputedStyle(teal);
  teal.remove();
  const isWide = outlineStyle === "solid" && parseFloat(outlineWidth) >= 2;
  const isOutside = boxShadow.includes(color) && !boxShadow.endsWith("inset");
  return (isWide && outlineColor === color) || isOutside;
}"""
BEFORE_THE_TEXT = """() => document.activeElement.closest(".bd-header-article, .bd-sidebar-primary")
  && document.activeElement.outerHTML"""


@pytest.mark.parametrize("path", ["index.html", "book/placement.html"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "least"), [(1280, 20), (375, 5)])
def test_whoever_comes_by_keyboard_sees_where_they_are(visit, path, theme, width, least):
    page = visit(path, theme=theme, width=width)
    page.add_style_tag(content="* { transition: none !important; }")
    reached = []
    page.keyboard.press("Tab")  # to the link that skips all this
    page.keyboard.press("Tab")
    while element := page.evaluate(BEFORE_THE_TEXT):
        assert page.evaluate(RING), element
        reached.append(element)
        page.keyboard.press("Tab")
    assert len(reached) >= least


def test_who_embeds_a_model_may_choose_its_theme(visit):
    page = visit("explorable/axes.html?theme=dark", theme="light")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page = visit("explorable/axes.html?theme=blue", theme="light")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"


def test_the_theme_is_chosen_and_kept(visit):
    page = visit("book/layer_norm.html")
    switch = page.locator(".article-header-buttons .theme-switch-button")
    for _ in range(3):
        if page.evaluate("document.documentElement.dataset.mode") == "dark":
            break
        switch.click()
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_paper_is_light_whatever_the_screen_is(visit):
    page = visit("book/cheat_sheet.html", theme="dark")
    theme = "document.documentElement.dataset.theme"
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(theme) == "light"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(theme) == "dark"


def test_where_the_chapters_are_hidden_the_search_is_still_there(visit):
    page = visit("book/about.html")
    search = page.locator(".article-header-buttons .search-button")
    assert not search.is_visible()
    page.locator(".primary-toggle").click()
    search.click()
    assert page.locator("#pst-search-dialog input").is_visible()
    page.reload()
    assert not page.locator("#pst-primary-sidebar").is_visible()


def test_a_page_opened_from_disk_says_what_its_models_need(browser, visit):
    assert not visit("book/layer_norm.html").locator(".nb-from-disk").is_visible()
    with contextlib.closing(browser.new_page()) as page:
        page.goto((SITE / "book/layer_norm.html").as_uri())
        assert "python3 -m http.server" in page.locator(".nb-from-disk").inner_text()
        assert page.locator("article h1").first.is_visible()


@pytest.mark.parametrize("width", [375, 1280])
def test_a_deck_opened_from_disk_can_be_read_and_says_how_to_show_it(browser, width):
    with contextlib.closing(browser.new_page(viewport={"width": width, "height": 800})) as page:
        page.goto((SITE / "slides/layer_norm.html").as_uri())
        told = page.locator(".nb-from-disk").inner_text()
        assert told.startswith(
            "Opened from disk, these slides stand one below the other; to be shown "
        )
        assert "python3 -m http.server" in told
        tops = page.locator("main :is(h1, h2)").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect().top)"
        )
        assert len(tops) > 5
        assert tops == sorted(set(tops))
        assert not page.locator("main .notes").first.is_visible()  # which say the same again
        assert page.evaluate("document.documentElement.scrollWidth") <= width


NEXT_SECTION = """[...document.querySelectorAll("article section")].find(
  (each) => each.getBoundingClientRect().top > 0
).id"""
PLACE = "(id) => document.getElementById(id).getBoundingClientRect().top"


@pytest.mark.parametrize("width", [375, 1280])
@pytest.mark.parametrize("section", ["pitfalls", "exercises"])
def test_the_contents_lead_to_a_section_that_nobody_has_seen(visit, width, section):
    page = visit("book/layer_norm.html", width=width)
    page.evaluate("id => document.querySelector(`.page-toc a[href='#${id}']`).click()", section)
    wait_until_loaded(page)
    assert 0 <= page.evaluate(PLACE, section) <= 150


def test_who_comes_back_is_where_they_were(visit):
    page = visit("book/layer_norm.html")
    page.mouse.move(300, 300)
    page.mouse.wheel(0, 6000)
    page.wait_for_function("'whole' in document.documentElement.dataset")
    wait_until_loaded(page)
    section = page.evaluate(NEXT_SECTION)
    before = page.evaluate(PLACE, section)
    page.goto(page.url.replace("layer_norm", "about"))
    page.go_back()
    wait_until_loaded(page)
    assert page.evaluate(PLACE, section) == pytest.approx(before, abs=120)  # lines, not sections


READ = """() => [...document.querySelectorAll("article :is(p, td)")].find(
  (each) => each.getBoundingClientRect().bottom > 1
)"""
"""What stands on the window's upper edge."""


@pytest.mark.parametrize("path", ["book/cheat_sheet.html", "book/family.html"])
def test_who_turns_a_phone_stays_at_what_they_read(visit, path):
    page = visit(path, width=375, is_mobile=True, has_touch=True)
    read_to_the_end(page)
    page.evaluate("scrollTo(0, 1700)")
    read = page.evaluate_handle(READ)
    for width, height in ((812, 375), (375, 812)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("lies => innerWidth > innerHeight === lies", arg=width > height)
        page.evaluate("() => new Promise(requestAnimationFrame)")
        box = read.as_element().bounding_box()
        assert -box["height"] - 2 < box["y"] < 60, (width, box)  # a line or so off its edge


def test_the_drawer_of_contents_closes_behind_its_link(visit):
    page = visit("book/layer_norm.html", width=375)
    page.locator(".secondary-toggle").click()
    drawer = page.locator("#pst-secondary-sidebar-modal")
    drawer.get_by_role("link", name="Pitfalls").click()
    drawer.wait_for(state="hidden")


def test_the_legend_of_projections_is_seen_on_a_phone(visit):
    page = visit("book/layer_norm.html", width=375)
    cut = "figure => figure.scrollWidth > figure.clientWidth"
    assert not page.locator(".nb-figure:not(.nb-playground)").first.evaluate(cut)


HREFS = "links => links.map(link => decodeURI(link.href).replace(/#(?!term-).*/, ''))"
"""Where links lead, without the sections: these come one by one."""


def test_one_escape_closes_the_search_and_the_next_one_starts_with_its_words(visit):
    page = visit("book/about.html")
    field = page.locator("#pst-search-dialog input")
    page.keyboard.press("Control+k")
    page.keyboard.type("mean")
    page.keyboard.press("Escape")
    assert not field.is_visible()
    page.keyboard.press("Control+k")
    assert field.input_value() == "mean"
    page.keyboard.type("variance")
    assert field.input_value() == "variance"


def test_on_a_phone_a_table_that_is_scrolled_keeps_the_names_of_its_rows(visit):
    page = visit("book/placement.html", width=375)
    table = page.locator("#five-places-for-one-norm table")
    table.evaluate("(e) => e.parentElement.scrollBy(150, 0)")
    left = table.evaluate("(e) => e.parentElement.getBoundingClientRect().left")
    for cell in table.locator(":is(th, td):first-child").all():
        assert cell.bounding_box()["x"] == pytest.approx(left, abs=2)
        expect(cell).not_to_have_css("box-shadow", "none")  # an edge
    name = table.locator("td:first-child").last  # over the formula that is scrolled below it
    name.scroll_into_view_if_needed()
    on_top = """(cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect();
      return cell.contains(document.elementFromPoint(x + width - 20, y + height / 2));
    }"""
    assert name.evaluate(on_top)


def test_a_link_leads_to_its_place_however_late_the_fonts_come(new_tab, site_url):
    page = new_tab()
    fonts: list[Route] = []
    page.route("**/*.woff2", lambda route: fonts.append(route))
    page.goto(f"{site_url}/book/cheat_sheet.html#symptoms", wait_until="domcontentloaded")
    table = page.get_by_role("heading", name="A symptom, and where to look")
    page.wait_for_timeout(500)  # longer than Chromium waits for them before it shows a page
    for font in fonts:
        font.continue_()
    expect(table).to_be_in_viewport(timeout=5000)


def test_search_finds_a_word(visit):
    page = visit("search.html?q=variance")
    page.wait_for_selector("#search-results li a")
    page.locator("#search-results li a").first.click()
    assert "variance" in page.locator("article").text_content().lower()


def test_where_storage_is_full_the_search_finds_a_word(visit):
    page = visit("search.html")
    page.evaluate("""() => {
      let text = "x".repeat(2 ** 23);
      for (let i = 0; text; i += 1) {
        try { localStorage.setItem(`${i}`, text); }
        catch { text = text.slice(text.length / 2 + 1); }
      }
    }""")
    page.goto(page.url + "?q=variance")
    page.wait_for_selector("#search-results li a")


def test_the_search_shows_a_page_s_text_and_not_its_buttons(visit):
    page = visit("search.html?q=layer+normalization")
    page.wait_for_selector("#search-results .context")
    first = page.locator("#search-results li a").all_inner_texts()[:2]  # one is the glossary's
    assert any(title.startswith("LayerNorm") for title in first)
    page.wait_for_function("document.querySelectorAll('#search-results .context').length > 5")
    excerpts = page.locator("#search-results .context").all_inner_texts()
    assert all("Suggest an edit" not in each and "Contents" not in each for each in excerpts)


def test_the_search_looks_like_a_page_and_its_results_stay_where_they_come(visit):
    page = visit("search.html?q=variance")
    first = page.locator("#search-results li").first
    first.wait_for()
    came_at = first.bounding_box()["y"]
    page.get_by_text("Pages found").wait_for()
    assert first.bounding_box()["y"] == came_at
    style = "e => [getComputedStyle(e).fontSize, getComputedStyle(e).fontWeight]"
    looks = page.locator("h1").evaluate(style)
    page = visit("book/about.html")
    assert page.locator("article h1").evaluate(style) == looks


@pytest.mark.parametrize(
    ("spellings", "first"),
    [
        (("pre-LN", "preln", "pre ln"), "placement.html"),
        (("layer norm", "layernorm", "layer_norm"), "layer_norm.html"),
        (("ε", "eps", "epsilon"), "epsilon.html"),
        (("warmup", "warm-up"), "depth.html"),
        (("normalisation", "normalization"), "layer_norm.html"),
    ],
)
def test_the_search_finds_the_same_however_a_word_is_typed(visit, spellings, first):
    found = []
    for spelling in spellings:
        page = visit(f"search.html?q={quote(spelling)}")
        page.get_by_text("Pages found").wait_for()
        links = page.locator("#search-results li > a").evaluate_all(HREFS)
        found.append([link.split("/")[-1] for link in links])
    assert found[0][0] == first
    assert all(each == found[0] for each in found)


def test_the_search_leads_to_the_section_that_has_the_words(visit):
    page = visit("search.html?q=nchw")
    link = page.get_by_role("link", name="Norms in architectures › Three LayerNorms of one image")
    link.click()
    page.wait_for_url("**/architectures.html#three-layernorms-of-one-image")
    page = visit("search.html?q=epsilon")  # which most of its chapter is about
    page.wait_for_selector("#search-results li:first-child .context")
    assert page.locator("#search-results a").first.get_attribute("href") == "book/epsilon.html"


MEANT = {
    "track_running_stats": "family.html",
    "LlamaRMSNorm": "rms_norm.html",
    "rmsnrom": "rms_norm.html",
    "first_to_fail": "bugs.html#a-nan-of-your-own",
    "masked softmax nan": "bugs.html#a-nan-of-your-own",
    "pre-norm activation growth": "placement.html",
    "nan": "bugs.html#a-nan-of-your-own",
    "inf": "bugs.html#a-nan-of-your-own",
    "rmsnorm": "rms_norm.html",
    "rms_norm": "rms_norm.html",
    "layer_norm": "layer_norm.html",
    "layer_norm_backward": "backward.html",
    "batch norm": "family.html",
    "placement": "placement.html",
    "backward": "backward.html",
    "scaling": "scaling.html",
    "normalization": "layer_norm.html",
    "eps": "epsilon.html",
    "epsilon": "epsilon.html",
    "γ": "layer_norm.html",
    "pre-ln": "placement.html#five-places-for-one-norm",
    "fp16 overflow": "epsilon.html#where-went-float16",
    "fp16": "epsilon.html",
    "ddof": "family.html#training-and-evaluation",
    "running mean": "family.html#training-and-evaluation",
    "eval mode": "family.html#training-and-evaluation",
    "unbiased variance": "bugs.html#a-variance-to-remember",
    "gradient of layer norm": "backward.html",
    "warmup": "depth.html#what-is-warm-up-for-two-answers-and-an-objection",
    "qk norm": "placement.html#a-norm-for-queries-and-keys",
    "weight decay": "glossary.html#term-weight-decay",
    "learning rate": "training.html#one-budget-two-norms",
    "standard deviation": "glossary.html#term-standard-deviation",
    "jacobian": "glossary.html#term-Jacobian",
    "layernorm": "layer_norm.html",
    "gamma beta": "layer_norm.html",
    "invariance": "layer_norm.html",
    "group norm": "family.html#groupnorm-between-the-ends",
    "padding": "family.html#padding-and-one-token-at-a-time",
    "residual stream": "placement.html#five-places-for-one-norm",
    "loss stuck": "depth.html",
    "autocast": "bugs.html#a-nan-of-your-own",
    "cancellation": "epsilon.html#when-the-variance-itself-is-wrong",
    "dynamic tanh": "beyond.html",
    "bias": "architectures.html#the-bias-in-front",
    "exploding gradients": "why_norms_help.html#what-there-is-to-explain",
    "batchnorm vs layernorm": "family.html",
    "why normalize": "scaling.html",
    "norm at test time": "family.html#training-and-evaluation",
    "iframe": "lecturers.html",
    "embed": "lecturers.html",
    "moodle": "lecturers.html#moodle",
    "lecture 90 minutes": "lecturers.html#one-lecture",
    "layernorm backward numpy": "backward.html#what-to-keep-what-to-compute-again",
    "mixed precision": "bugs.html",
    "GradScaler": "bugs.html#a-nan-of-your-own",
    "running_var momentum": "family.html#training-and-evaluation",
    "rmsnorm pytorch implementation": "rms_norm.html",
    # As forums and trackers have them: pytorch/pytorch #4741 and #41527, questions of courses.
    "batch normalization during testing": "family.html#training-and-evaluation",
    "batch norm during inference": "family.html#training-and-evaluation",
    "using model.eval() with batchnorm gives high error": "family.html",
    "layer_norm returns nan for fp16": "bugs.html#a-nan-of-your-own",
    "why do transformers use layernorm instead of batchnorm": "architectures.html",
    "gradient through layernorm is zero": "backward.html",
    "instance norm spatial size 1": "family.html",
}
"""Where readers mean to come who type so."""

ONLY_THE_FIRST = """() => {
  const perform = Search._performSearch;
  Search._performSearch = (...query) => perform(...query).slice(-1);
}"""
"""A script that spares the test the excerpts of all that is found behind it."""

FIRST_FOUND = """async (query) => {
  document.getElementById("search-results").replaceChildren();
  Search.performSearch(query);
  const found = () => document.querySelector("#search-results li:first-child:has(.context) > a");
  while (!found()) await new Promise((done) => setTimeout(done, 20));
  await new Promise((done) => setTimeout(done)); // the link is led to its section by then
  return decodeURI(found().href).split("/").at(-1);
}"""


def test_the_search_finds_first_what_a_reader_means(visit):
    page = visit("search.html?q=nan")
    page.get_by_text("Pages found").wait_for()
    page.evaluate(ONLY_THE_FIRST)
    assert {query: page.evaluate(FIRST_FOUND, query) for query in MEANT} == MEANT


def test_behind_its_chapter_stands_the_function_then_the_class_then_the_glossary(visit):
    page = visit("search.html?q=rms_norm")
    page.get_by_text("Pages found").wait_for()
    links = page.locator("#search-results li > a").evaluate_all(
        "links => links.slice(0, 4).map(link => decodeURI(link.href).split('/').at(-1))"
    )
    assert links == [
        "rms_norm.html",
        "api.html#normbook.norms.rms_norm",
        "api.html#normbook.nn.RMSNorm",
        "glossary.html#term-RMSNorm",
    ]


def test_a_question_is_searched_for_by_what_it_is_about(visit):
    page = visit("search.html?q=why+does+my+loss+become+nan")
    page.wait_for_selector("#search-results li p.context")
    first = page.locator("#search-results li").first
    assert "#" in first.locator("a").first.get_attribute("href")
    marked = first.locator("p.context .highlighted, p.context mark").all_inner_texts()
    assert {word.lower() for word in marked} <= {"loss", "nan"}


def test_the_search_lists_no_section_twice(visit):
    for query in ("moodle", "canvas", "references"):
        page = visit(f"search.html?q={query}")
        page.get_by_text("Pages found").wait_for()
        page.wait_for_function(
            "!document.querySelector('#search-results li:not(:has(.context)):has(a)')"
        )
        links = page.locator("#search-results li > a").evaluate_all(
            "links => links.map(({ href }) => href)"
        )
        assert len(links) == len(set(links)), query


def test_where_no_page_has_all_words_the_search_shows_those_with_most(visit):
    page = visit("search.html?q=fp16+layernorm+nan+constant+row+tonight")
    page.wait_for_selector("#search-results li a")
    assert page.get_by_text("No page has all of these words.").is_visible()
    links = page.locator("#search-results li a").all()
    first = {link.get_attribute("href").partition("#")[0].rpartition("/")[2] for link in links[:3]}
    assert first >= {"bugs.html", "epsilon.html"}  # where a NaN in float16 is looked into
    assert len(links) <= 8


def test_where_nothing_is_found_the_search_says_so(visit):
    page = visit("search.html?q=quokka")
    page.get_by_text("No page has any of these words.").wait_for()
    assert page.locator("#search-results li").count() == 0


def test_the_search_shows_sentences_and_not_what_a_claim_was_compared_by(visit):
    page = visit("search.html?q=post-LN+24+blocks")
    page.wait_for_function("document.querySelectorAll('#search-results .context').length > 5")
    for excerpt in page.locator("#search-results .context").all_inner_texts():
        assert not re.search(r"record\(|is true|Answer: I am|Is it\?", excerpt), excerpt


def test_the_search_parts_what_stands_in_different_cells(visit):
    page = visit("search.html?q=nan+float16+symptom")
    page.get_by_role(
        "link", name="Cheat sheet › A symptom, and where to look", exact=True
    ).wait_for()
    excerpts = " ".join(page.locator("#search-results .context").all_inner_texts())
    assert "you see · look at ·" in excerpts


def test_the_sidebar_opens_on_a_phone(visit):
    page = visit("book/layer_norm.html", width=375)
    page.locator(".primary-toggle").click()
    assert page.get_by_role("link", name="Glossary").first.is_visible()


def test_storage_that_is_denied_breaks_nothing(unkept, site_url):
    unkept.goto(f"{site_url}/book/layer_norm.html")
    assert unkept.locator("article h1").inner_text().startswith("LayerNorm")
    unkept.wait_for_function(
        """() => {
          for (const button of document.querySelectorAll(".nb-show")) button.click();
          return !document.querySelector(".nb-covered[hidden]");
        }"""
    )
    unkept.locator(".nb-mount").first.scroll_into_view_if_needed()
    unkept.wait_for_selector(".nb-mount[data-mounted]")


def test_storage_that_is_full_keeps_no_preference_and_each_is_followed(visit):
    page = visit("book/layer_norm.html", covered=True)
    page.evaluate(
        """() => {
          Storage.prototype.setItem = () => {
            throw new DOMException("full", "QuotaExceededError");
          };
        }"""
    )
    modes = []
    for _ in range(3):
        page.locator(".article-header-buttons .theme-switch-button").click()
        modes.append(page.evaluate("document.documentElement.dataset.mode"))
    assert sorted(modes) == ["auto", "dark", "light"]
    page.locator(".primary-toggle").click()
    page.locator("#pst-primary-sidebar").wait_for(state="hidden")
    page.get_by_label("Always show the answers").first.check()
    assert page.locator(".nb-covered[hidden]").count() == 0
    page.evaluate("dispatchEvent(new Event('pagehide'))")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_cheat_sheet_is_one_sheet(visit, paper):
    sheet = visit("book/cheat_sheet.html").pdf(format=paper)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
    assert len(re.findall(rb"/Type\s*/Page\b", visit("book/scaling.html").pdf(format=paper))) > 5
