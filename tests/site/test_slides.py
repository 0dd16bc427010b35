"""Each chapter has a deck, made of nothing but what the chapter has."""

import re
from functools import cache
from pathlib import Path

import pytest
import yaml
from bs4 import BeautifulSoup, SoupStrainer, Tag

ROOT = Path(__file__).parents[2]
PARTS = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["parts"]
CHAPTERS = [
    entry["file"].removeprefix("book/")
    for part in PARTS
    if part["caption"] != "Appendices"
    for entry in part["chapters"]
]
UNREAD = (
    "script, .headerlink, .nb-evidence, .nb-against, .footnote-reference, annotation, .katex-html"
)
RECALLED = ".nb-recalled > .nb-math"
BACK = re.compile(
    r"(it|its|they|their|them|that|this|these|those|both|so|then|below|above"
    r"|the (other|others|first|second|third)|(\S+ )?(it|they|them|this|these|those))\b",
    re.IGNORECASE,
)
"""How a sentence begins that speaks of something said, or shown, before it."""
NAMED_ELSEWHERE = ("The first account says", "The second account says")
MYST = re.compile(r"\{[a-z:-]+\}`|```|\$\$|^:[a-z]+:", re.MULTILINE)


def parse(path: Path, only: SoupStrainer | None = None) -> BeautifulSoup:
    page = BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser", parse_only=only)
    for dropped in page.select(UNREAD):
        dropped.decompose()
    return page


def words(element: Tag) -> str:
    return "".join(element.get_text().split())


def slides_of(deck: BeautifulSoup) -> list[Tag]:
    return [slide for slide in deck.select(".slides section") if not slide.section]


@pytest.fixture(params=CHAPTERS, scope="module")
def pages(request, site) -> tuple[BeautifulSoup, BeautifulSoup]:
    """A chapter's page and its deck."""
    return parse(site / f"book/{request.param}.html"), parse(site / f"slides/{request.param}.html")


def test_the_site_has_no_deck_but_those_of_chapters(site):
    assert {path.stem for path in site.glob("slides/*.html")} == set(CHAPTERS)


def test_the_page_for_lecturers_lists_the_decks_of_all_chapters_in_order(site):
    page = parse(site / "book/lecturers.html")
    links = page.select(".nb-decks a")
    assert [each["href"] for each in links] == [f"../slides/{name}.html" for name in CHAPTERS]
    parts = [each.contents[0].removesuffix(": ") for each in page.select(".nb-decks li")]
    assert parts == [part["caption"] for part in PARTS if part["caption"] != "Appendices"]


def test_what_a_deck_shows_and_says_stands_in_the_chapter(pages):
    chapter, deck = pages
    text = words(chapter.article)
    said = [
        words(each)
        for slide in slides_of(deck)
        for each in slide.select("h1, h2, p, li, td, .nb-math")
        if not each.find_parent(class_=["nb-explorable", "nb-recalled"])
    ]
    assert [each for each in said if each not in text] == []
    assert len(said) > 30


def test_all_that_a_room_looks_at_is_there_until_the_recap(pages):
    chapter, deck = pages
    for on_page, on_slides in {
        ".nb-predict": ".nb-asked",
        ".nb-figure:not(.nb-playground)": ".nb-figure",
        ".nb-playground": ".nb-still",
        ".nb-mount": ".nb-mount",
        "section > .nb-math, .nb-covered:not(.nb-reveal) > .nb-math": (
            ":is(section, .nb-lead + .nb-found) > .nb-math"
        ),
        ".nb-predict .nb-sketch": ".r-stack",
    }.items():
        before_its_end = f":is({on_page}):not(#recap ~ section *)"
        assert len(deck.select(on_slides)) == len(chapter.article.select(before_its_end)), on_page


def test_each_pitfall_stands_on_a_slide_whole(pages):
    chapter, deck = pages
    shown = [words(each) for each in deck.select(".nb-warned")]
    told = [
        words(each)
        for each in chapter.select("#pitfalls p")
        if not each.find_parent(class_=["nb-predict", "nb-compared"])
    ]
    first = next((i for i, each in enumerate(chapter.select("#pitfalls > p")) if each.strong), 0)
    assert shown == told[first:]


def test_a_question_has_its_answer_behind_it(pages):
    _, deck = pages
    for asked in deck.select(".stack .nb-lead, section section .nb-lead"):
        if asked.get_text().endswith("?"):
            assert asked.find_next_sibling(class_="nb-found"), asked


def test_no_slide_is_a_heading_or_a_formula_without_a_word(pages):
    _, deck = pages
    for slide in slides_of(deck):
        shown = slide.select("svg, table, pre, .nb-mount, p:not(.nb-above, .notes *)")
        assert shown, slide.find(["h1", "h2"])


def test_a_formula_that_a_slide_calls_by_its_number_is_on_it(pages):
    chapter, deck = pages
    numbers = {each.get_text() for each in chapter.select('article a[href*="#equation-"]')}
    for slide in slides_of(deck):
        here = {each.get_text() for each in slide.select(".eqno")}
        said = [each for each in slide.select("p, li, td") if not each.find_parent(class_="notes")]
        called = {each for each in numbers if any(f" {each}" in part.get_text() for part in said)}
        assert called <= here, slide.find(["h1", "h2"])


def test_a_recalled_formula_is_the_one_of_its_chapter(pages, site):
    _, deck = pages
    recalled = {words(each) for each in deck.select(RECALLED)}
    assert not recalled or recalled <= formulas_of_chapters(site)


@cache
def formulas_of_chapters(site: Path) -> set[str]:
    """Return all formulas of the chapters, as `words` has them."""
    formulas = SoupStrainer(class_="nb-math")  # a whole page takes twenty times as long
    return {
        words(each)
        for name in CHAPTERS
        for each in parse(site / f"book/{name}.html", formulas).find_all(class_="nb-math")
    }


def test_a_question_of_what_code_does_has_the_code(pages):
    _, deck = pages
    for asked in deck.select(".nb-asked"):
        if re.search(r"\bthis code\b|\bthe code\b", asked.get_text()):
            assert asked.find_parent("section").pre, asked


def test_a_model_that_waits_for_a_question_is_on_its_slide(pages):
    chapter, deck = pages
    waiting = [each.find_previous(class_="nb-predict") for each in chapter.select("[data-begin]")]
    assert len(deck.select(".nb-beside > .nb-mount")) == len([each for each in waiting if each])


def test_a_deck_begins_with_the_title_and_ends_with_the_recap(pages):
    chapter, deck = pages
    first, *_, last = slides_of(deck)
    assert words(first.h1) == words(chapter.h1)
    assert last.h2.get_text() == "Recap"
    assert last.table
    assert all(slide.find(["h1", "h2"]) for slide in slides_of(deck))


def test_a_deck_asks_at_once_for_the_faces_that_its_chapter_begins_with(pages):
    faces = [[link["href"] for link in page.select("link[rel=preload]")] for page in pages]
    assert faces[0] == faces[1]
    assert len(faces[0]) in {2, 4}  # those of formulas, where it begins with one


def test_what_a_slide_begins_to_speak_of_is_named_on_it(pages):
    chapter, deck = pages
    text = words(chapter.article)
    unnamed = []
    for slide in slides_of(deck):
        for each in slide.select("section > :is(.nb-lead, .nb-said)"):
            said = words(each)
            before = text[: max(text.find(said), 0)][-20:]
            is_named = before and before in words(slide)
            if BACK.match(" ".join(each.get_text().split())) and not is_named:
                unnamed.append(each.get_text())
    assert [each for each in unnamed if not each.startswith(NAMED_ELSEWHERE)] == []


def test_no_markup_is_left(pages):
    _, deck = pages
    assert MYST.findall(deck.main.get_text()) == []


def test_a_chapter_leads_to_its_deck_and_back(pages):
    chapter, deck = pages
    link = chapter.select_one('.nb-menu a[href^="../slides/"]')
    assert link.contents[0] == "Slides"
    assert deck.select_one(".nb-back")["href"].startswith("../book/")
