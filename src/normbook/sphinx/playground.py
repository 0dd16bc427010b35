"""Playgrounds on the static page: controls and the picture of the start, which a reader changes.

A code cell whose value is a playground puts its controls and its starting chart in its output (see
`normbook.playgrounds.panel.notebook`). The build renders both to HTML; once a control moves,
``assets/playground/playground.mjs`` has the page's Python draw the chart. Where no script runs, and
on paper, the page shows the picture, and says what it was drawn for.
"""

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

from normbook.playgrounds.panel.notebook import MIME_TYPE

from .explorable import as_script, relative_address
from .mime import add_renderer
from .node import PrerenderError, prerenderer
from .notebook import launches
from .page import DIST

if TYPE_CHECKING:
    from myst_nb.core.render import MimeData, NbElementRenderer
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

MODULE = "playground/playground.mjs"

logger = logging.getLogger(__name__)


class playground(nodes.General, nodes.Element):
    """The place of one playground: attribute ``content``, as in its cell's output."""


def render_output(renderer: "NbElementRenderer", data: "MimeData") -> playground:
    """Return the node for a cell's playground."""
    return playground(content=data.content)


def note_dependencies(app: "Sphinx", doctree: nodes.document) -> None:
    """Note the file that a page's playgrounds are drawn by: if it changes, so does the page."""
    if next(iter(doctree.findall(playground)), None) is not None:
        app.env.note_dependency(str(DIST / MODULE))


def visit_html(translator: "HTML5Translator", node: playground) -> None:
    """Write controls, picture, and where else the panel runs."""
    content = node["content"]
    static = relative_address(translator, "_static")
    try:
        panel = prerenderer.render({"kind": "playground", "content": content})
    except PrerenderError as error:
        logger.warning("%s cannot be drawn: %s", content["slug"], error, location=node)
        raise nodes.SkipNode from None
    data = {key: content[key] for key in ("slug", "title", "controls")}
    settings = ", ".join(
        f"{each['label']} {each['words'][each['start']]}" for each in data["controls"]
    )
    places = launches(translator.builder.app, translator.builder.current_docname)
    links = "".join(
        f'<a href="{escape(places[name])}" target="_blank" rel="noopener">{name}</a>, '
        for name in ("Binder", "Colab")
        if name in places
    )
    translator.body.append(
        f'<figure class="nb-figure nb-playground" data-module="{static}/{MODULE}"'
        f' data-python="{static}/python/">{as_script(data)}{panel}'
        f'<figcaption><span class="nb-playground-here">Here: {escape(settings)}.</span> '
        '<span class="nb-playground-live">Python draws it, in your browser'
        '<span class="nb-playground-once">: it is loaded once a control moves</span>.</span> '
        f"In a notebook: {links}or on your machine with <code>make lab</code>."
        "</figcaption></figure>\n"
    )
    raise nodes.SkipNode


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the node and the renderer of cells' outputs."""
    app.add_node(playground, html=(visit_html, None))
    add_renderer(app, MIME_TYPE, priority=1, render=render_output)
    app.connect("doctree-read", note_dependencies)
    return {"parallel_read_safe": True}
