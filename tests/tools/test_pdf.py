"""The book as one document: ids, links and the table of contents."""

import pdf
import pytest
from bs4 import BeautifulSoup
from pdf import Chapter, contents, join_links, make_ids_one_of_a_kind, unfold

from normbook.sphinx.explorable import draw
from normbook.widgets import Epsilon

BASE = "https://example.org/"


def chapter(name, html, part=None):
    soup = BeautifulSoup(f"<article>{html}</article>", "html.parser")
    return Chapter(f"book/{name}", part, soup.article)


@pytest.fixture
def two():
    return [
        chapter(
            "one",
            '<h1 id="one">One</h1><h2 id="recap">Recap</h2><a href="#recap">here</a>'
            '<a href="two.html#recap">there</a><a href="two.html#only">only</a>'
            '<a href="two.html#gone">gone</a><a href="two.html">all</a>'
            '<a href="two.ipynb">notebook</a><a href="mailto:a@example.org">mail</a>',
            part="Part",
        ),
        chapter(
            "two",
            '<h1 id="two">Two</h1><h2 id="recap">Recap</h2><p id="only">It.</p>'
            '<svg aria-labelledby="recap only"><clipPath id="recap-clip"/>'
            '<g clip-path="url(#recap-clip)"/></svg>',
        ),
    ]


def links(chapter):
    return {a.text: a["href"] for a in chapter.article.select("a")}


def test_an_id_that_two_pages_have_gets_the_page_s_name_wherever_it_is_referred_to(two):
    make_ids_one_of_a_kind(two)
    ids = [tag["id"] for each in two for tag in each.article.select("[id]")]
    assert len(ids) == len(set(ids))
    assert links(two[0])["here"] == "#page-book-one-recap"
    assert two[1].article.svg["aria-labelledby"] == "page-book-two-recap only"
    assert two[1].article.g["clip-path"] == "url(#recap-clip)"


def test_a_shared_clip_is_renamed_where_it_is_used():
    picture = '<svg><clipPath id="c"/><g clip-path="url(#c)"/><use xlink:href="#c"/></svg>'
    pages = [chapter(name, picture) for name in ("one", "two")]
    make_ids_one_of_a_kind(pages)
    assert pages[1].article.g["clip-path"] == "url(#page-book-two-c)"
    assert pages[1].article.use["xlink:href"] == "#page-book-two-c"


def test_a_link_leads_to_its_place_in_the_document_and_any_other_to_the_site(two):
    make_ids_one_of_a_kind(two)
    join_links(two, BASE)
    assert links(two[0]) == {
        "here": "#page-book-one-recap",
        "there": "#page-book-two-recap",
        "only": "#only",
        "gone": "#page-book-two",
        "all": "#page-book-two",
        "notebook": "https://example.org/book/two.ipynb",
        "mail": "mailto:a@example.org",
    }


def test_the_contents_have_parts_titles_and_pages(two):
    assert list(contents(two, {"page-book-two": 7})) == [
        '<p class="part">Part</p>',
        '<p><a href="#page-book-one">One</a><span></span></p>',
        '<p><a href="#page-book-two">Two</a><span>7</span></p>',
    ]


def test_titles_may_have_any_character(tmp_path, monkeypatch):
    odd = chapter("odd", "<h1>A &lt;b&gt;</h1>", part="C <d>")
    monkeypatch.setattr(pdf, "SITE", tmp_path)
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "odd.html").touch()
    page = BeautifulSoup(pdf.whole([odd], {"title": "E <f>", "author": "G <h>"}, {}), "html.parser")
    said = [page.title, *page.header.select("p"), *page.nav.select("p")]
    assert [each.text for each in said] == ["E <f>", "E <f>", "G <h>", "Contents", "C <d>", "A <b>"]


def test_on_paper_an_explorable_shows_what_is_behind_more(tmp_path):
    html = draw(Epsilon, Epsilon().state(), static=".", chapters=".")
    place = BeautifulSoup(html, "html.parser").select_one(".nb-mount")
    place["data-module"] = str(Epsilon.module_path())
    assert place.select_one(".nb-more").find("table") is None
    unfold(place, tmp_path)
    more = place.select_one(".nb-more[open]")
    assert "√(σ² + ε)" in more.find("table").get_text()
