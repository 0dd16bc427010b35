"""How outputs of cells that MyST-NB does not know, or shows otherwise, become nodes of a page.

MyST-NB offers two groups of entry points. What is in ``myst_nb.mime_renderers`` it loads in every
project of an environment, whether that project names this package or not. So `BookRenderer` is in
``myst_nb.renderers``, from which it takes only the one that a project's settings name;
`add_renderer` has them name it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from docutils import nodes
from myst_nb.core.render import MimeData, NbElementRenderer

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

    Render = Callable[[NbElementRenderer, MimeData], nodes.Element]

RENDERERS: "dict[str, Render]" = {}
"""By mime type, the function that returns the node for an output of that type."""


class BookRenderer(NbElementRenderer):
    """Renders outputs of the types in `RENDERERS`, and leaves all others to MyST-NB."""

    def render_mime_type(self, data: MimeData) -> list[nodes.Element]:
        """Return the nodes for an output that stands in a block of its own."""
        if data.mime_type in RENDERERS:
            return [RENDERERS[data.mime_type](self, data)]
        return super().render_mime_type(data)


def add_renderer(app: "Sphinx", mime_type: str, priority: int, render: "Render") -> None:
    """Have a function render the outputs of one mime type, in the project that is being set up.

    Parameters
    ----------
    app
        The project's Sphinx.
    mime_type
        The type.
    priority
        Where an output has several types, the one with the lowest number is shown.
    render
        Returns the node for an output.
    """

    def name_the_renderer(app: "Sphinx", config: "Config") -> None:
        config.nb_render_plugin = "normbook"
        override = ("html", mime_type, priority)
        config.nb_mime_priority_overrides = [*config.nb_mime_priority_overrides, override]

    RENDERERS[mime_type] = render
    app.connect("config-inited", name_the_renderer)


def id_prefix(data: MimeData) -> str:
    """Return what makes the ids in a picture differ from those in every other one of its page."""
    return f"cell{data.cell_index}-{data.output_index}-"
