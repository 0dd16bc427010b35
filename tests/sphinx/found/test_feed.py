"""The feed of versions."""

from xml.etree import ElementTree

import pytest

from normbook.sphinx.found import feed

CHANGES = """\
# Changes

## Unreleased

Added
: Nothing yet.

## 0.2.0 (2026-05-06)

Added
: A *second* thing, where a < b.

## 0.1.0 (2026-03-04)

The first version.
"""
ATOM = {"": feed.NAMESPACE}


@pytest.fixture
def written(app) -> ElementTree.Element:
    """The feed."""
    (app.srcdir / "CHANGELOG.md").write_text(CHANGES)
    feed.write(app, None)
    return ElementTree.parse(app.outdir / "feed.xml").getroot()


def test_versions_with_a_day_are_listed_the_newest_first(written):
    entries = written.findall("entry", ATOM)
    assert [entry.findtext("title", "", ATOM) for entry in entries] == ["0.2.0", "0.1.0"]
    assert [entry.findtext("updated", "", ATOM) for entry in entries] == [
        "2026-05-06T00:00:00Z",
        "2026-03-04T00:00:00Z",
    ]


def test_what_changed_is_html(written):
    content = written.find("entry/content", ATOM)
    assert content.get("type") == "html"
    assert "<dt>Added</dt>" in content.text
    assert "A <em>second</em> thing, where a &lt; b." in content.text


def test_an_entry_leads_to_its_release(written):
    address = "https://example.org/one/book/releases/tag/v0.2.0"
    entry = written.find("entry", ATOM)
    assert entry.findtext("id", "", ATOM) == address
    assert entry.find("link", ATOM).get("href") == address


def test_the_feed_has_what_atom_requires(written):
    assert written.findtext("id", "", ATOM) == "https://example.org/book-of/feed.xml"
    assert written.findtext("title", "", ATOM) == "Inside Out: what changed"
    assert written.findtext("updated", "", ATOM) == "2026-05-06T00:00:00Z"
    authors = written.findall("author/name", ATOM)
    assert [one.text for one in authors] == ["The Example Group", "Ada Example"]
    assert [link.attrib for link in written.findall("link", ATOM)] == [
        {"rel": "self", "href": "https://example.org/book-of/feed.xml"},
        {"href": "https://example.org/book-of/book/index.html"},
    ]


@pytest.mark.parametrize(
    ("base", "builder", "error"),
    [("", "html", None), ("https://example.org/", "linkcheck", None), ("a", "html", ValueError())],
)
def test_nothing_is_written_without_address_site_or_success(app, base, builder, error):
    app.config.html_baseurl, app.builder.name = base, builder
    feed.write(app, error)
    assert not (app.outdir / "feed.xml").exists()
