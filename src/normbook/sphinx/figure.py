"""Matplotlib figures as SVG within the page, so that they follow the page's colours and its type.

Every figure says in words what it shows: a cell that draws one without alt text in its metadata
(``mystnb: {image: {alt: …}}``) is a warning, and so an error of the build.
"""

from typing import TYPE_CHECKING, Any

from docutils import nodes

from normbook.figures.svg import inline_svg

from .mime import MimeRenderer, id_prefix

if TYPE_CHECKING:
    from myst_nb.core.render import MimeData, NbElementRenderer
    from sphinx.application import Sphinx

__all__ = ["SvgRenderer", "inline_svg", "setup"]


class SvgRenderer(MimeRenderer, mime_type="image/svg+xml", priority=2):
    """Renders the SVG output of a cell."""

    @staticmethod
    def node(renderer: "NbElementRenderer", data: "MimeData") -> nodes.raw:
        """Return the figure."""
        options = data.cell_metadata.get("mystnb", {}).get("image", {})
        alt = options.get("alt") or data.output_metadata.get("image/svg+xml", {}).get("alt", "")
        if not alt:
            renderer.logger.warning(
                "a figure without alt text: add `mystnb: {image: {alt: …}}` to its cell",
                subtype="alt",
                line=data.line,
            )
        svg = inline_svg(data.string, alt, id_prefix(data))
        html = f'<figure class="nb-figure">{svg}</figure>'
        return nodes.raw("", html, format="html")


def setup(app: "Sphinx") -> dict[str, Any]:
    """Nothing to register: MyST-NB finds the renderer by its entry point in pyproject.toml."""
    return {"parallel_read_safe": True}
