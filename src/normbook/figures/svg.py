"""Matplotlib's SVG made fit to stand within a page, in the page's own colours."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from normbook.figures import BLUE, INK, LINE, MUTED, TEAL, VERMILION

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
DROPPED = {f"{{{SVG}}}{tag}" for tag in ("metadata", "title", "style")}
"""Elements that are left out of a figure on a page; of Matplotlib's style it keeps JOINED."""
JOINED = "stroke-linejoin:round"
GROUP = f"{{{SVG}}}g"
UNSEEN = "fill:none"
"""The style of the background that Matplotlib draws where it was asked for none."""

DRAWN = {"d", "points", "x", "y"}
"""Attributes that hold coordinates, in points of 1/72 inch."""
LONG = re.compile(r"-?\d+\.\d{2,}")
AROUND_A_LETTER = re.compile(r"\s*([A-Za-z])\s*")
REFERENCE = re.compile(r"(^#|url\(#)([\w.-]+)")
FAMILY = re.compile(r"font-family:[^;]*;?\s*")
UPRIGHT = re.compile(r"rotate\(-?0 [^)]*\)")

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
    _rename(root, prefix)
    for element in root.iter():
        element.text, element.tail = map(_unless_blank, (element.text, element.tail))
        element.attrib.update({key: _short(key, value) for key, value in element.attrib.items()})
        if UPRIGHT.fullmatch(element.get("transform", "")):
            del element.attrib["transform"]
    _flatten(root)
    size = f"{float(root.attrib.pop('width').removesuffix('pt')) * 4 / 3:.0f}px"
    root.attrib.pop("height")
    root.set("style", f"--nb-width: {size}; max-width: {size};{JOINED}")
    root.set("role", "img")
    root.set("aria-label", alt)
    text = ElementTree.tostring(root, encoding="unicode")
    for colour, variable in COLOURS.items():
        text = text.replace(colour, f"var({variable})")
    return text


def _rename(root: ElementTree.Element, prefix: str) -> None:
    """Rename each id that something refers to into the prefix and a number; drop all others."""
    names: dict[str, str] = {}

    def renamed(reference: re.Match[str]) -> str:
        old = reference[2]
        return f"{reference[1]}{names.setdefault(old, f'{prefix}{len(names) + 1}')}"

    for element in root.iter():
        for key, value in element.attrib.items():
            if key == f"{{{XLINK}}}href" or "url(#" in value:
                element.set(key, REFERENCE.sub(renamed, value))
    for element in root.iter():
        if (old := element.attrib.pop("id", "")) in names:
            element.set("id", names[old])


def _flatten(parent: ElementTree.Element) -> None:
    """Replace groups without attributes by what they hold, and drop what is never seen."""
    kept: list[ElementTree.Element] = []
    for child in parent:
        _flatten(child)
        if child.tag in DROPPED or child.get("style") == UNSEEN:
            continue
        kept += child if child.tag == GROUP and not child.attrib else [child]
    parent[:] = kept


def _unless_blank(text: str | None) -> str | None:
    """Return a text, or None if it has nothing but the space that indents the next element."""
    return text if text and text.strip() else None


def _short(key: str, value: str) -> str:
    """Return an attribute's value without digits and spaces that nobody sees."""
    if key == "d":
        value = AROUND_A_LETTER.sub(r"\1", value).strip()
    if key in DRAWN:
        return LONG.sub(_rounded, value)
    if key == "style":  # the figure takes the page's font
        return FAMILY.sub("", value).replace(": ", ":").replace("; ", ";")
    return value


def _rounded(number: re.Match[str]) -> str:
    """Return a coordinate to a tenth of a point: more nobody sees."""
    return f"{float(number[0]):.1f}".removesuffix(".0")
