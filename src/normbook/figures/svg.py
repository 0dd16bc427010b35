"""Matplotlib's SVG made fit to stand within a page, in the page's own colours."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from normbook.figures import BLUE, INK, LINE, MUTED, TEAL, VERMILION

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
DROPPED = {f"{{{SVG}}}metadata", f"{{{SVG}}}title"}

DRAWN = {"d", "points", "x", "y"}
"""Attributes with coordinates, in points."""
LONG = re.compile(r"-?\d+\.\d{3,}")

COLOURS = {
    INK: "--nb-ink",
    MUTED: "--nb-muted",
    LINE: "--nb-line",
    BLUE: "--nb-blue",
    TEAL: "--nb-teal",
    VERMILION: "--nb-vermilion",
}
"""The colours of the book's figures, and the page's variable for each (site.css)."""


def inline_svg(svg: str, alt: str, prefix: str) -> str:
    """Return a Matplotlib SVG fit to stand in a page.

    Parameters
    ----------
    svg
        The document that Matplotlib wrote.
    alt
        What the figure shows, for those who do not see it.
    prefix
        Put before every id, so that two figures of a page do not share one.
    """
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    root = ElementTree.fromstring(svg)
    for parent in list(root.iter()):
        for child in [c for c in parent if c.tag in DROPPED]:
            parent.remove(child)
    for element in root.iter():
        if "id" in element.attrib:
            element.set("id", prefix + element.attrib["id"])
        element.text, element.tail = map(_unless_blank, (element.text, element.tail))
        for key in DRAWN & element.attrib.keys():
            element.set(key, LONG.sub(_rounded, element.attrib[key]))
        for key, value in element.attrib.items():
            if key == f"{{{XLINK}}}href":
                element.set(key, re.sub(r"^#", f"#{prefix}", value))
            else:
                element.set(key, re.sub(r"url\(#", f"url(#{prefix}", value))
    width = float(root.attrib.pop("width").removesuffix("pt"))
    root.attrib.pop("height")
    root.set("style", f"max-width: {width * 4 / 3:.0f}px")
    root.set("role", "img")
    root.set("aria-label", alt)
    text = ElementTree.tostring(root, encoding="unicode")
    for colour, variable in COLOURS.items():
        text = text.replace(colour, f"var({variable})")
    return text


def _unless_blank(text: str | None) -> str | None:
    """Return a text, and nothing for what only indents the next element."""
    return text if text and text.strip() else None


def _rounded(number: re.Match[str]) -> str:
    """Return a coordinate to a hundredth of a point, which nobody sees."""
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")
