"""The book's own Sphinx parts: directives, roles, mathematics, explorables and page assets.

One module a concern; each has a ``setup(app)`` that Sphinx would accept as an extension of its own.
``_config.yml`` names only this package.
"""

from typing import TYPE_CHECKING, Any

from . import (
    assignment,
    book_map,
    cells,
    claims,
    counts,
    evidence,
    execution,
    exercise,
    explorable,
    figure,
    folding,
    fonts,
    found,
    licences,
    mathematics,
    missing,
    notebook,
    offline,
    own_norm,
    page,
    playground,
    predict,
    python,
    records,
    renewal,
    search,
    slides,
    standalone,
    streams,
    typography,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PARTS = (
    *(assignment, book_map, cells, claims, counts, evidence, execution, exercise, explorable),
    *(figure, folding, fonts, found, licences, mathematics, missing, notebook, offline, own_norm),
    *(
        page,
        playground,
        predict,
        python,
        records,
        renewal,
        search,
        slides,
        standalone,
        streams,
        typography,
    ),
)


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register every part with Sphinx."""
    for part in PARTS:
        part.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
