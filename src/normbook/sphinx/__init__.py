"""The book's own Sphinx parts: directives, roles, mathematics, explorables and page assets.

One module a concern; each has a ``setup(app)`` that Sphinx would accept as an extension of its own.
``_config.yml`` names only this package. It imports its parts when Sphinx sets it up, and nothing
before, so that MyST-NB may look up `normbook.sphinx.mime` alone.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PARTS = (
    *("assignment", "book_map", "cells", "claims", "counts", "evidence", "execution", "exercise"),
    *("explorable", "figure", "folding", "fonts", "found", "highlighting", "licences"),
    *("mathematics", "missing", "notebook", "offline", "own_norm", "page", "playground", "predict"),
    *("python", "records", "renewal", "search", "slides", "standalone", "streams", "tables"),
    "typography",
)
"""The names of the modules that are set up, in this order."""


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register every part with Sphinx."""
    for part in PARTS:
        import_module(f".{part}", __name__).setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
