"""Matplotlib figures as SVG within the page, so that they follow the page's colours and its type.

Every figure says in words what it shows: a cell that draws one without alt text in its metadata
(``mystnb: {image: {alt: …}}``) is a warning, and so an error of the build.
"""

from typing import TYPE_CHECKING, Any

from docutils import nodes

from normbook.figures.svg import inline_svg

from .mime import add_renderer, id_prefix

if TYPE_CHECKING:
    from myst_nb.core.render import MimeData, NbElementRenderer
    from sphinx.application import Sphinx

MIME_TYPE = "image/svg+xml"


def render_output(renderer: "NbElementRenderer", data: "MimeData") -> nodes.raw:
    """Return the node for a cell's figure; one that has no words for it is a warning."""
    options = data.cell_metadata.get("mystnb", {}).get("image", {})
    alt = options.get("alt") or data.output_metadata.get(MIME_TYPE, {}).get("alt", "")
    if not alt:
        renderer.logger.warning(
            "a figure without alt text: add `mystnb: {image: {alt: …}}` to its cell",
            subtype="alt",
            line=data.line,
        )
    svg = inline_svg(data.string, alt, id_prefix(data))
    return nodes.raw("", f'<figure class="nb-figure">{svg}</figure>', format="html")


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the renderer of cells' outputs."""
    add_renderer(app, MIME_TYPE, priority=2, render=render_output)
    return {"parallel_read_safe": True}
