"""Matplotlib figures as SVG within the page, so that they follow the page's colours and its type.

Every figure says in words what it shows: a cell that draws one without alt text in its metadata
(``mystnb: {image: {alt: …}}``) is a warning, and so an error of the build.
"""

import re
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from docutils import nodes

if TYPE_CHECKING:
    from myst_nb.core.render import MimeData, NbElementRenderer
    from sphinx.application import Sphinx

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
DROPPED = {f"{{{SVG}}}metadata", f"{{{SVG}}}title"}

# The colours of normbook.figures, and the page's variable for each (assets/site.css).
COLOURS = {
    "#1d2733": "--nb-ink",
    "#5a6673": "--nb-muted",
    "#d9d4c7": "--nb-line",
    "#0072b2": "--nb-blue",
    "#0b6e75": "--nb-teal",
    "#b8480c": "--nb-vermilion",
}


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


class SvgRenderer:
    """Renders the SVG output of a cell (a MyST-NB mime renderer)."""

    mime_priority_overrides = (("html", "image/svg+xml", 2),)

    @staticmethod
    def handle_mime(
        renderer: "NbElementRenderer", data: "MimeData", inline: bool
    ) -> list[nodes.Element] | None:
        """Return the figure for SVG, and leave all other mime types alone."""
        if data.mime_type != "image/svg+xml" or inline:
            return None
        options = data.cell_metadata.get("mystnb", {}).get("image", {})
        if not options.get("alt"):
            renderer.logger.warning(
                "a figure without alt text: add `mystnb: {image: {alt: …}}` to its cell",
                subtype="alt",
                line=data.line,
            )
        prefix = f"cell{data.cell_index}-{data.output_index}-"
        svg = inline_svg(data.string, options.get("alt", ""), prefix)
        html = f'<figure class="nb-figure">{svg}</figure>'
        return [nodes.raw("", html, format="html")]


def setup(app: "Sphinx") -> dict[str, Any]:
    """Nothing to register: MyST-NB finds the renderer by its entry point in pyproject.toml."""
    return {"parallel_read_safe": True}
