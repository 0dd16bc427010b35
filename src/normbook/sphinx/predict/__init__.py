"""``{predict}``: a question whose answer the page covers until the reader has said one.

=============  ===============================================================================
`text`         what a question says, as data; knows nothing of Sphinx
`directive`    the directives, and the nodes that they leave
`answers`      compares each answer with what the cells below have found
`cover`        what of the page is covered, and until when
`html`         what of it the page has before any script runs: all
`plain`        the same for a notebook: the question before the cell, the answer behind it
=============  ===============================================================================

``assets/predict/`` is what a reader's browser does: it covers, asks, keeps and shows.
"""

from typing import TYPE_CHECKING, Any

from . import answers, cover, directive, html

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the parts, which take their turns after all that changes cells and claims."""
    for part in (directive, html, answers, cover):
        part.setup(app)
    return {"parallel_read_safe": True}
