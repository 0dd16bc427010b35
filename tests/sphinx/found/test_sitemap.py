"""The list of pages has those that describe themselves."""

import json
from xml.etree import ElementTree

import pytest

from normbook.sphinx.found import sitemap

PAGE = '<head><script type="application/ld+json">{}</script></head>'


@pytest.fixture
def built(app):
    """A site of two pages, and one that is none."""
    first = {"url": "https://example.org/book-of/one.html", "dateModified": "2026-03-04"}
    second = {"url": "https://example.org/book-of/two.html?a&b"}
    for name, data in (("one", first), ("two", second)):
        (app.outdir / f"{name}.html").write_text(PAGE.format(json.dumps(data)))
    (app.outdir / "404.html").write_text("<h1>Nothing here</h1>")
    return app


def test_pages_are_listed_with_their_days(built):
    sitemap.write(built, None)
    root = ElementTree.parse(built.outdir / "sitemap.xml").getroot()
    assert root.tag == f"{{{sitemap.NAMESPACE}}}urlset"
    assert [[part.text for part in page] for page in root] == [
        ["https://example.org/book-of/one.html", "2026-03-04"],
        ["https://example.org/book-of/two.html?a&b"],
    ]


def test_robots_are_led_to_it(built):
    sitemap.write(built, None)
    lines = (built.outdir / "robots.txt").read_text().splitlines()
    assert lines[:2] == ["User-agent: *", "Allow: /"]
    assert lines[-1] == "Sitemap: https://example.org/book-of/sitemap.xml"


@pytest.mark.parametrize(
    ("base", "builder", "error"),
    [("", "html", None), ("https://example.org/", "linkcheck", None), ("a", "html", ValueError())],
)
def test_nothing_is_written_without_address_site_or_success(built, base, builder, error):
    built.config.html_baseurl, built.builder.name = base, builder
    sitemap.write(built, error)
    assert not (built.outdir / "sitemap.xml").exists()
    assert not (built.outdir / "robots.txt").exists()
