"""Print the built book as one document: python tools/pdf.py [--to _build/book.pdf].

All pages are put behind each other in one page of their site, which Chrome prints as it would any
other: so the links between them, the outline and the tags for screen readers are its own. It prints
twice, for a table of contents knows its page numbers only when the book is printed.
"""

import argparse
import io
import json
import logging
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin

import yaml
from bs4 import BeautifulSoup, Tag
from chrome import FLAGS, find_chrome, open_whole
from playwright.sync_api import Browser, sync_playwright
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, TextStringObject
from serve import serve

from normbook.sphinx.node import prerenderer
from normbook.widgets.explorable import RecordedExplorable, find_explorable

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
STYLE = Path(__file__).with_suffix(".css")
MOST_MS = 600_000
"""How long the browser may take to lay out the whole book, in milliseconds."""
LINKS = ("href", "xlink:href")
"""Attributes that name an element of the page by # and its id."""
NAMING = ("for", "aria-labelledby", "aria-describedby", "aria-controls")
"""Attributes that name one or more elements of the page by their ids alone."""
USED = re.compile(r"(?<=url\(#)[^)]+")
"""The id, in a picture, of an element that clips or fills another."""


@dataclass
class Chapter:
    """One page of the site."""

    name: str  # its address below the site, without its ending: book/scaling
    part: str | None  # the caption of the part that it begins
    article: Tag

    @property
    def title(self) -> str:
        """The words of its heading."""
        heading = self.article.find("h1")
        assert isinstance(heading, Tag), f"{self.name} has no heading"
        return heading.get_text(" ", strip=True)

    @property
    def anchor(self) -> str:
        """The id that links to the whole page lead to."""
        return f"page-{self.name.replace('/', '-')}"

    def place(self, fragment: str) -> str:
        """Return the id that a fragment of the page's address has here."""
        for name in (f"{self.anchor}-{fragment}", fragment):
            if self.article.find(id=name):
                return name
        return self.anchor


def read_chapters() -> list[Chapter]:
    """Return the pages in the order of the table of contents."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    names = [(toc["root"], None)]
    for part in toc["parts"]:
        for i, chapter in enumerate(part["chapters"]):
            names.append((chapter["file"], None if i else part["caption"]))
    return [Chapter(name, part, read_article(name)) for name, part in names]


def read_page(name: str) -> BeautifulSoup:
    """Return a page of the site."""
    return BeautifulSoup((SITE / f"{name}.html").read_text(encoding="utf-8"), "html.parser")


def read_article(name: str) -> Tag:
    """Return what a page says, without what only a screen has a use for."""
    article = read_page(name).select_one("article.bd-article")
    assert article is not None, f"{name}.html has no article"
    for mount in article.select(".nb-mount[data-slug]"):
        unfold(mount, (SITE / name).parent)
    for each in article.select(".headerlink, script, noscript, button, iframe"):
        each.decompose()
    return article


def unfold(mount: Tag, folder: Path) -> None:
    """Let an explorable of a page in this folder show what is behind *More*, too."""
    state, here = mount.find("script"), mount.select_one(".nb-mount-here")
    assert state is not None, f"{mount['data-slug']} has no state"
    assert here is not None, f"{mount['data-slug']} has no picture"
    request = {
        "kind": "explorable",
        "module": str((folder / str(mount["data-module"])).resolve()),
        "state": json.loads(state.get_text()),
        "whole": True,
    }
    kind = find_explorable(str(mount["data-slug"]))
    if issubclass(kind, RecordedExplorable):  # the page's own copy is packed
        request["record"] = str(kind.record_path())
    here.clear()
    here.append(BeautifulSoup(prerenderer.render(request), "html.parser"))


def make_ids_one_of_a_kind(chapters: list[Chapter]) -> None:
    """Put each page's name in front of ids that several pages have, and of what refers to them."""
    found = Counter(str(tag["id"]) for each in chapters for tag in each.article.select("[id]"))
    for chapter in chapters:
        own = {str(tag["id"]) for tag in chapter.article.select("[id]")}
        new = {name: f"{chapter.anchor}-{name}" for name in own if found[name] > 1}
        for tag in chapter.article.find_all(True):
            rename(tag, new)


def rename(tag: Tag, new: dict[str, str]) -> None:
    """Write the new names of ids in the attributes of an element."""
    for name, value in tag.attrs.items():
        if name == "id":
            tag[name] = new.get(str(value), value)
        elif name in LINKS and str(value).startswith("#"):
            tag[name] = "#" + new.get(str(value)[1:], str(value)[1:])
        elif name in NAMING:
            tag[name] = " ".join(new.get(each, each) for each in str(value).split())
        elif "url(#" in str(value):
            tag[name] = USED.sub(lambda found: new.get(found[0], found[0]), str(value))


def join_links(chapters: list[Chapter], base: str) -> None:
    """Let a link to another page lead to where it stands here, and any other to the site."""
    by_address = {urljoin(base, f"{each.name}.html"): each for each in chapters}
    for chapter in chapters:
        here = urljoin(base, f"{chapter.name}.html")
        for link in chapter.article.select('a[href]:not([href^="#"])'):
            address, fragment = urldefrag(urljoin(here, str(link["href"])))
            there = by_address.get(address)
            link["href"] = (
                f"#{there.place(fragment)}" if there else urljoin(here, str(link["href"]))
            )


def contents(chapters: list[Chapter], pages: dict[str, int]) -> Iterator[str]:
    """Yield the lines of the table of contents."""
    for chapter in chapters:
        if chapter.part:
            yield f'<p class="part">{escape(chapter.part)}</p>'
        number = pages.get(chapter.anchor, "")
        yield f'<p><a href="#{chapter.anchor}">{escape(chapter.title)}</a><span>{number}</span></p>'


def whole(chapters: list[Chapter], config: Mapping[str, Any], pages: dict[str, int]) -> str:
    """Return the page that holds all pages."""
    head = BeautifulSoup(
        (SITE / f"{chapters[0].name}.html").read_text(encoding="utf-8"), "html.parser"
    )
    sheets = "".join(str(link) for link in head.select('link[rel="stylesheet"]'))
    articles = "\n".join(
        f'<article class="bd-article" id="{each.anchor}">{each.article.decode_contents()}</article>'
        for each in chapters
    )
    title, author = escape(config["title"]), escape(config["author"])
    return f"""<!doctype html>
<html lang="en" data-theme="light">
<meta charset="utf-8">
<title>{title}</title>
{sheets}
<style>{STYLE.read_text(encoding="utf-8")}</style>
<main class="bd-main"><div class="bd-content"><div class="bd-article-container">
<header><p class="title">{title}</p><p>{author}</p></header>
<nav class="nb-toc"><p class="part">Contents</p>{"".join(contents(chapters, pages))}</nav>
{articles}
</div></div></main>
"""


def print_page(browser: Browser, address: str, body: str, paper: str) -> bytes:
    """Return the page as a PDF with outline and tags."""
    page = browser.new_page(java_script_enabled=False)
    page.set_default_timeout(MOST_MS)
    page.route("**/whole.html", lambda route: route.fulfill(body=body, content_type="text/html"))
    open_whole(page, address)
    printed = page.pdf(format=paper, outline=True, tagged=True, print_background=True)
    page.close()
    return printed


def print_book(
    browser: Browser, site: str, chapters: list[Chapter], config: Mapping[str, Any], paper: str
) -> bytes:
    """Return chapters as one PDF; their articles are changed, to stand in one page."""
    make_ids_one_of_a_kind(chapters)
    join_links(chapters, config["html"]["baseurl"])
    address = urljoin(site, "/book/whole.html")
    first = print_page(browser, address, whole(chapters, config, {}), paper)
    numbered = whole(chapters, config, pages_of_anchors(first))
    return say_titles_once(print_page(browser, address, numbered, paper))


def pages_of_anchors(pdf: bytes) -> dict[str, int]:
    """Return the number of the page on which each place stands that a link leads to."""
    reader = PdfReader(io.BytesIO(pdf))
    found = {}
    for name, place in reader.named_destinations.items():
        number = reader.get_destination_page_number(place)
        if number is not None:
            found[name.lstrip("/")] = number + 1
    return found


def say_titles_once(pdf: bytes) -> bytes:
    """Mend the outline: Chrome says a heading's words twice where a page begins with it."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    for entry in entries_below(writer.root_object["/Outlines"].get_object()):
        title = str(entry["/Title"])
        half = title[: len(title) // 2]
        if title == half + half:
            entry[NameObject("/Title")] = TextStringObject(half)
    mended = io.BytesIO()
    writer.write(mended)
    return mended.getvalue()


def entries_below(entry: Any) -> Iterator[Any]:
    """Yield all entries of an outline that stand below one of them."""
    below = entry.get("/First")
    while below is not None:
        yield below.get_object()
        yield from entries_below(below.get_object())
        below = below.get_object().get("/Next")


def main() -> int:
    """Print the book, and say how many pages it has."""
    parser = argparse.ArgumentParser(description="Print the built book as one PDF.")
    parser.add_argument("--to", type=Path, default=ROOT / "_build" / "book.pdf")
    parser.add_argument("--paper", choices=["A4", "Letter"], default="A4")
    options = parser.parse_args()
    logging.getLogger("pypdf").setLevel(logging.ERROR)  # Chrome counts its objects two short
    try:
        chrome = find_chrome()
    except FileNotFoundError as error:
        print(error)
        return 1
    if chrome is None:
        print("No Chrome or Chromium found: install one, or set NORMBOOK_CHROME to its path.")
        return 1
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    with serve(SITE, port=0) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chrome, args=FLAGS)
        printed = print_book(browser, url, read_chapters(), config, options.paper)
        browser.close()
    options.to.parent.mkdir(parents=True, exist_ok=True)
    options.to.write_bytes(printed)
    print(
        f"{options.to}: {len(PdfReader(io.BytesIO(printed)).pages)} pages, {len(printed):,} bytes"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
