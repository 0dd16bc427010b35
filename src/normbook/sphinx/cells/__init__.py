"""Cells that a reader runs: which can run in the page (`runnable`), and their buttons (`buttons`).

`effects` and `runnable` analyse Python alone and know nothing of Sphinx.
"""

from typing import TYPE_CHECKING, Any

from .buttons import place, running, visit_running

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register what finds the cells, and what writes their buttons."""
    app.add_node(running, html=(visit_running, None))
    app.connect("doctree-read", place)
    return {"parallel_read_safe": True}
