"""What others are told of the built site: every page once, with a card of its own."""

import json
import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from bs4 import BeautifulSoup
from PIL import Image

from normbook.sphinx.changelog import versions
from normbook.sphinx.found.feed import NAMESPACE
from normbook.sphinx.found.head import LICENCE
from normbook.sphinx.missing import moved

ROOT = Path(__file__).parents[2]
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
BASE = CONFIG["html"]["baseurl"]
UNLISTED = {
    *("404.html", "index.html", "search.html"),
    *(f"{old}.html" for old, _ in moved(ROOT / "_build" / "html")),
}
"""What leads on to pages, and is none."""
CARD_LIMIT = 60_000
MARKUP = re.compile(r"[\\{}^$]|\s{2}")


@pytest.fixture(scope="module")
def heads(site) -> dict[str, BeautifulSoup]:
    """The heads of all pages, by the page's path."""
    paths = [path for path in site.rglob("*.html") if "_static" not in path.parts]
    names = {path.relative_to(site).as_posix(): path for path in sorted(paths)}
    return {
        name: BeautifulSoup(path.read_text(encoding="utf-8").split("</head>")[0], "html.parser")
        for name, path in names.items()
        if name not in UNLISTED
    }


def told(head: BeautifulSoup, name: str) -> str:
    """Return what a page says in one of its tags."""
    (tag,) = head.select(f'meta[property="{name}"], meta[name="{name}"]')
    return tag["content"]


def data(head: BeautifulSoup) -> dict:
    (script,) = head.find_all("script", type="application/ld+json")
    return json.loads(script.string)


def test_each_page_has_a_description_of_its_own(heads):
    descriptions = [told(head, "description") for head in heads.values()]
    assert all(20 <= len(text) <= 160 for text in descriptions), sorted(descriptions, key=len)[0]
    assert not [text for text in descriptions if MARKUP.search(text)]
    assert len(set(descriptions)) == len(descriptions)


def test_each_page_has_one_address_and_the_sitemap_each_address_once(heads, site):
    addresses = []
    for name, head in heads.items():
        (link,) = head.find_all("link", rel="canonical")
        assert link["href"] == told(head, "og:url") == data(head)["url"] == BASE + name
        addresses.append(link["href"])
    sitemap = ElementTree.parse(site / "sitemap.xml")
    listed = [loc.text for loc in sitemap.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert sorted(listed) == sorted(addresses)


def test_each_page_s_card_exists_and_is_small(heads, site):
    for head in heads.values():
        address = told(head, "og:image")
        assert address == data(head)["image"]
        path = site / address.removeprefix(BASE)
        size = (int(told(head, "og:image:width")), int(told(head, "og:image:height")))
        with Image.open(path) as card:
            assert (card.format, card.size) == ("PNG", size)
        assert path.stat().st_size <= CARD_LIMIT
        assert told(head, "twitter:card") == "summary_large_image"


def test_chapters_are_numbered_as_the_contents_have_them(heads):
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    parts = [part for part in toc["parts"] if part["caption"] != "Appendices"]
    names = [f"{entry['file']}.html" for part in parts for entry in part["chapters"]]
    chapters = {name: data(head) for name, head in heads.items() if "position" in data(head)}
    assert sorted(chapters, key=lambda name: chapters[name]["position"]) == names
    assert [chapters[name]["position"] for name in names] == list(range(1, len(names) + 1))
    front = data(heads["book/index.html"])
    assert front["@type"] == "Book"
    assert {one["isPartOf"]["@id"] for one in chapters.values()} == {front["@id"]}


def test_authors_and_licence_are_those_of_the_book(heads):
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    names = [one["name"] for one in citation["authors"]]
    assert names == [CONFIG["author"]]
    assert LICENCE in CONFIG["html"]["extra_footer"]
    for head in heads.values():
        assert [one["name"] for one in data(head)["author"]] == names
        assert data(head)["license"] == LICENCE


def test_the_feed_has_each_version_and_the_pages_lead_to_it(heads, site):
    root = ElementTree.parse(site / "feed.xml").getroot()
    assert root.tag == f"{{{NAMESPACE}}}feed"
    titles = [title.text for title in root.findall("a:entry/a:title", {"a": NAMESPACE})]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert titles == re.findall(r"^## (\d\S*)", changes, re.MULTILINE)
    assert all(head.find("link", type="application/atom+xml") for head in heads.values())


def test_code_and_book_are_cited_with_the_licence_of_each():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    book = citation["preferred-citation"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == f"{citation['license']} AND {book['license']}"


def test_the_version_that_is_cited_has_the_day_of_the_change_log():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    days = {v.name: v.day for v in versions((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))}
    assert days[citation["version"]] == str(citation["date-released"])
