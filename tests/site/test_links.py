"""Every link of the built site leads somewhere, and none leads elsewhere unasked."""

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

from bs4 import BeautifulSoup

LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
WELL_FORMED = re.compile(r"https?://[\w.-]+(:\d+)?(/[^\s]*)?$")


@cache
def parse(page: Path) -> BeautifulSoup:
    return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")


def pages(site: Path) -> list[Path]:
    return sorted(p for p in site.rglob("*.html") if "_static" not in p.parts)


@cache
def anchors(page: Path) -> set[str]:
    return {tag.get("id") or tag.get("name") for tag in parse(page).select("[id], a[name]")}


def test_every_link_within_the_site_has_its_target(site):
    broken = []
    for page in pages(site):
        for link in parse(page).select("a[href]"):
            address, fragment = urldefrag(link["href"])
            if urlsplit(address).scheme:
                continue
            target = page if not address else (page.parent / unquote(address)).resolve()
            if not target.is_file():
                broken.append(f"{page.relative_to(site)}: {link['href']}")
            elif (
                fragment
                and "=" not in fragment  # the state of an explorable
                and target.suffix == ".html"
                and unquote(fragment) not in anchors(target)
            ):
                broken.append(f"{page.relative_to(site)}: {link['href']} (no such anchor)")
    assert broken == []


def test_every_file_a_page_loads_is_the_site_s_own(site):
    wrong = []
    for page in pages(site):
        for tag, attribute in LOADING.items():
            for element in parse(page).find_all(tag, attrs={attribute: True}):
                if tag == "link" and element.get("rel", [""])[0] in {"canonical", "license"}:
                    continue
                address = urldefrag(element[attribute])[0].split("?")[0]
                if not address:  # a page that names itself
                    continue
                if urlsplit(address).scheme not in {"", "data"}:
                    wrong.append(f"{page.relative_to(site)}: loads {address}")
                elif (
                    not address.startswith("data:")
                    and not (page.parent / unquote(address)).resolve().is_file()
                ):
                    wrong.append(f"{page.relative_to(site)}: {address} is missing")
    assert wrong == []


def test_links_to_elsewhere_are_well_formed(site):
    wrong = [
        f"{page.relative_to(site)}: {link['href']}"
        for page in pages(site)
        for link in parse(page).select("a[href]")
        if urlsplit(link["href"]).scheme in {"http", "https"}
        and not WELL_FORMED.match(link["href"])
    ]
    assert wrong == []


def test_the_licence_of_each_package_in_a_script_is_served(site):
    static = site / "_static"
    served = (static / "licences.txt").read_text(encoding="utf-8")
    banners = [
        re.match(r"/\*! Contains (.*?) \*/", path.read_text(encoding="utf-8"))
        for path in static.rglob("*.mjs")
    ]
    named = {name for banner in banners if banner for name in banner[1].split("; ")}
    assert any(name.startswith("reveal.js") for name in named)
    assert [name for name in named if name not in served] == []
    assert served.count("Permission is hereby granted") >= len(named) / 2  # most are MIT
