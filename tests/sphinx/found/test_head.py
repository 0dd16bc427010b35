"""What a page says of itself in its head."""

import json

import pytest
from docutils import nodes

from normbook.sphinx.found import head


@pytest.fixture(autouse=True)
def known(monkeypatch) -> dict[str, str]:
    """The days on which pages were changed."""
    days = {"book/one.md": "2026-03-04"}
    monkeypatch.setattr(head, "changed", lambda folder: days)
    return days


def described(app, name: str, *paragraphs: str, **context) -> dict:
    """Return the content of a page; without paragraphs it has no source."""
    doctree = nodes.section("", *(nodes.paragraph("", text) for text in paragraphs))
    context["pageurl"] = f"{app.config.html_baseurl}{name}.html"
    head.describe(app, name, "page.html", context, doctree if paragraphs else None)
    return context


def data(app, name: str, *paragraphs: str, **context) -> dict:
    return json.loads(described(app, name, *paragraphs, **context)["nb_found"]["data"])


@pytest.mark.parametrize(
    ("text", "description"),
    [
        ("Why\nnormalize  at all?", "Why normalize at all?"),
        (r"It is \ln 10.", "It is ln 10."),
        ("word " * 40, f"{'word ' * 31}…"),
    ],
)
def test_a_page_is_described_by_its_first_paragraph(app, text, description):
    assert described(app, "book/one", text, "More.")["nb_description"] == description


def test_a_page_without_a_paragraph_has_no_description(app):
    app.config.html_baseurl = ""
    context: dict = {}
    head.describe(app, "book/one", "page.html", context, nodes.section())
    assert context == {"nb_description": ""}


def test_a_chapter_says_where_in_the_book_it_is_and_when_it_was_changed(app):
    assert data(app, "book/one", "Why?") == {
        "@context": "https://schema.org",
        "@type": ["Chapter", "LearningResource"],
        "position": 1,
        "isPartOf": {
            "@type": "Book",
            "@id": "https://example.org/book-of/book/index.html",
            "name": "Inside Out",
        },
        "isAccessibleForFree": True,
        "name": "First",
        "description": "Why?",
        "url": "https://example.org/book-of/book/one.html",
        "image": "https://example.org/book-of/cards/book/one.png",
        "inLanguage": "en",
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "author": [
            {"@type": "Organization", "name": "The Example Group"},
            {"@type": "Person", "name": "Ada Example"},
        ],
        "dateModified": "2026-03-04",
    }


def test_a_day_that_nobody_knows_is_not_told(app):
    second = data(app, "book/two", "Why?")
    assert second["position"] == 2
    assert "dateModified" not in second


def test_the_front_page_is_the_book(app):
    front = data(app, "book/index", "Move everything.")
    assert front["@type"] == "Book"
    assert front["@id"] == front["url"]
    assert front["datePublished"] == "2026-02-03"
    assert "isPartOf" not in front


def test_an_appendix_is_a_page_and_no_chapter(app):
    page = data(app, "book/words", "All words.")
    assert page["@type"] == "WebPage"
    assert "position" not in page


def test_a_page_without_source_is_what_its_maker_says(app):
    made = {"title": "Throw", "words": "A row.", "nb_type": "LearningResource"}
    page = data(app, "explorable/throw", **made)
    assert (page["@type"], page["name"], page["description"]) == (
        "LearningResource",
        "Throw",
        "A row.",
    )


def test_the_search_is_described_and_not_told_of(app):
    context = described(app, "search", title="Search")
    assert context["nb_description"].startswith("Find a word, a symbol")
    assert "nb_found" not in context


def test_without_the_site_s_address_there_is_a_description_alone(app):
    app.config.html_baseurl = ""
    context = described(app, "book/one", "Why?")
    assert context["nb_description"] == "Why?"
    assert "nb_found" not in context


def test_no_text_ends_the_script(app):
    text = described(app, "book/two", "</script>")["nb_found"]["data"]
    assert "<" not in text
    assert json.loads(text)["name"] == "A < B"
