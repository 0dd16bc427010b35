"""Matplotlib figures as SVG within the page, so that they follow the page's colours and its type.

Every figure says in words what it shows: a cell that draws one without alt text in its metadata
(``mystnb: {image: {alt: …}}``) is a warning, and so an error of the build.
"""

from typing import TYPE_CHECKING, Any

from docutils import nodes

from normbook.figures.svg import inline_svg

if TYPE_CHECKING:
    from myst_nb.core.render import MimeData, NbElementRenderer
    from sphinx.application import Sphinx

__all__ = ["SvgRenderer", "inline_svg", "setup"]


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
        alt = options.get("alt") or data.output_metadata.get("image/svg+xml", {}).get("alt", "")
        if not alt:
            renderer.logger.warning(
                "a figure without alt text: add `mystnb: {image: {alt: …}}` to its cell",
                subtype="alt",
                line=data.line,
            )
        prefix = f"cell{data.cell_index}-{data.output_index}-"
        svg = inline_svg(data.string, alt, prefix)
        html = f'<figure class="nb-figure">{svg}</figure>'
        return [nodes.raw("", html, format="html")]


def setup(app: "Sphinx") -> dict[str, Any]:
    """Nothing to register: MyST-NB finds the renderer by its entry point in pyproject.toml."""
    return {"parallel_read_safe": True}
