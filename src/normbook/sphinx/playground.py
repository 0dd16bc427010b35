"""Playgrounds on the static page: the picture of the start, and where the panel runs.

A code cell whose value is a playground puts its starting picture and its controls' names in its
output (see `normbook.playgrounds.playground`). A page has no kernel, so no control is drawn: the
page shows the picture, says what a reader with a kernel sets, and links to where there is one.
"""

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

from normbook.figures.svg import inline_svg
from normbook.playgrounds.playground import MIME_TYPE

from .mime import MimeRenderer, id_prefix
from .notebook import launches

if TYPE_CHECKING:
    from myst_nb.core.render import MimeData, NbElementRenderer
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


class playground(nodes.General, nodes.Element):
    """The place of one playground: attributes ``content`` (as in its output) and ``prefix``."""


class PlaygroundRenderer(MimeRenderer, mime_type=MIME_TYPE, priority=1):
    """Renders the output of a cell that shows a playground."""

    @staticmethod
    def node(renderer: "NbElementRenderer", data: "MimeData") -> playground:
        """Return the playground's place."""
        return playground(content=data.content, prefix=id_prefix(data))


def visit_html(translator: "HTML5Translator", node: playground) -> None:
    """Write the title, the picture, what a reader sets, and where."""
    content = node["content"]
    svg = inline_svg(content["picture"], content["alt"], node["prefix"])
    settings = ", ".join(f"{name} (here {value})" for name, value in content["controls"])
    places = launches(translator.builder.app, translator.builder.current_docname)
    links = "".join(
        f'<a href="{escape(places[name])}" target="_blank" rel="noopener">{name}</a>, '
        for name in ("Binder", "Colab")
        if name in places
    )
    translator.body.append(
        f'<figure class="nb-figure nb-playground">'
        f'<p class="nb-playground-title">{escape(content["title"])}</p>{svg}'
        f"<figcaption>With a kernel you set: {escape(settings)}. "
        f"Run it: {links}or on your machine with <code>make lab</code>.</figcaption></figure>\n"
    )
    raise nodes.SkipNode


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the node; MyST-NB finds the renderer by its entry point in pyproject.toml."""
    app.add_node(playground, html=(visit_html, None))
    return {"parallel_read_safe": True}
