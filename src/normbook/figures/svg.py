"""Matplotlib's SVG made fit to stand within a page, in the page's own colours."""

from __future__ import annotations

import re
from collections import defaultdict
from xml.etree import ElementTree

from normbook.figures import BLUE, INK, LINE, MUTED, TEAL, VERMILION

SVG = "http://www.w3.org/2000/svg"
HREF = "{http://www.w3.org/1999/xlink}href"
DROPPED = {f"{{{SVG}}}{tag}" for tag in ("metadata", "title", "style")}
"""Elements that are left out of a figure on a page; of Matplotlib's style it keeps JOINED."""
JOINED = "stroke-linejoin:round"
GROUP = f"{{{SVG}}}g"
UNSEEN = "fill:none"
"""The style of the background that Matplotlib draws where it was asked for none."""

DRAWN = {"points", "x", "y"}
"""Attributes that hold coordinates, in points of 1/72 inch."""
LONG = re.compile(r"-?\d+\.\d{2,}")
STEPS = "MLCQz"
STEP = re.compile(rf"([{STEPS}])([^A-Za-z]*)")
"""A step of a path as Matplotlib writes it, with the points of one line or curve."""
REFERENCE = re.compile(r"(^#|url\(#)([\w.-]+)")
INHERITED = re.compile(r"((fill|stroke)[a-z-]*:[^;]*(;|$))+")
"""A style that the shape of a ``<use>`` has from it, and says itself if it says another."""
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
    root = ElementTree.fromstring(svg)
    _rename(root, prefix)
    for element in root.iter():
        element.text, element.tail = map(_unless_blank, (element.text, element.tail))
        element.attrib.update({key: _short(key, value) for key, value in element.attrib.items()})
        if UPRIGHT.fullmatch(element.get("transform", "")):
            del element.attrib["transform"]
    _flatten(root)
    _style_shapes(root)
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
            if key == HREF or "url(#" in value:
                element.set(key, REFERENCE.sub(renamed, value))
    for element in root.iter():
        if HREF in element.attrib:  # which browsers know without the namespace
            element.set("href", element.attrib.pop(HREF))
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


def _style_shapes(root: ElementTree.Element) -> None:
    """Give a shape the style that all its uses share, and have these say it no more.

    The shape inherits it from the use, so that it looks the same; of a tick there are many uses.
    A style that is not all inherited, as one with ``opacity``, stays at the uses.
    """
    uses: dict[str, list[ElementTree.Element]] = defaultdict(list)
    for use in root.iter(f"{{{SVG}}}use"):
        uses[use.get("href", "").removeprefix("#")].append(use)
    for shape in root.iter():
        styles = {use.get("style", "") for use in uses[shape.get("id", "")]}
        if len(styles) == 1 and INHERITED.fullmatch(shared := styles.pop()):
            own = shape.get("style", "")
            said = dict(part.split(":", 1) for part in f"{shared};{own}".split(";") if part)
            shape.set("style", ";".join(map(":".join, said.items())))
            for use in uses[shape.get("id", "")]:
                del use.attrib["style"]


def _unless_blank(text: str | None) -> str | None:
    """Return a text, or None if it has nothing but the space that indents the next element."""
    return text if text and text.strip() else None


def _short(key: str, value: str) -> str:
    """Return an attribute's value without digits and spaces that nobody sees."""
    if key == "d":
        return _path(value)
    if key in DRAWN:
        return LONG.sub(_rounded, value)
    if key == "style":  # the figure takes the page's font
        return FAMILY.sub("", value).replace(": ", ":").replace("; ", ";")
    return value


def _rounded(number: re.Match[str]) -> str:
    """Return a coordinate to a tenth of a point: more nobody sees."""
    return f"{float(number[0]):.1f}".removesuffix(".0")


def _path(path: str) -> str:
    """Return a path with its points to a tenth, each step as what it is from where the last ended.

    That is two thirds as long. What is rounded is where a point is, so that no error adds up.

    Raises
    ------
    ValueError
        If there is a step that Matplotlib does not write.
    """
    if unknown := set(re.findall("[A-Za-z]", path)) - set(STEPS):
        raise ValueError(
            f"A path has the steps {sorted(unknown)}; expected M, L, C, Q and z alone."
        )
    written = []
    start = here = (0, 0)  # in tenths of a point
    for letter, rest in STEP.findall(path):
        if letter == "z":
            written.append("z")
            here = start
            continue
        places = [round(10 * float(number)) for number in rest.split()]
        if letter == "M":
            start, steps = (places[0], places[1]), places
        else:
            letter = letter.lower()
            steps = [place - here[i % 2] for i, place in enumerate(places)]
        here = (places[-2], places[-1])
        numbers = " ".join(_tenths(step) for step in steps)
        written.append(letter + numbers.replace(" -", "-"))
    return "".join(written)


def _tenths(number: int) -> str:
    """Return so many tenths as a decimal number, without a zero that nobody needs."""
    return re.sub(r"^(-?)0\.", r"\1.", f"{number / 10:.1f}".removesuffix(".0"))
