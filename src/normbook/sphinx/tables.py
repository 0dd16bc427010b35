"""On a phone a column of words is no narrower than words need: its table scrolls rather.

A browser makes columns as narrow as their longest word before a table scrolls, and a row of a
sentence beside numbers as high as the screen.
"""

from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

WIDTHS = {200: "nb-long", 48: "nb-wordy", 24: "nb-brief"}
"""The class of a column where a cell has more characters than so many, formulas apart."""


def mark_wordy(app: "Sphinx", doctree: nodes.document, docname: str) -> None:
    """Mark the first cell of each column of words; ``site.css`` says how wide that is."""
    for table in doctree.findall(nodes.table):
        rows = [list(row.findall(nodes.entry)) for row in table.findall(nodes.row)]
        for column in zip(*rows, strict=False):  # of a table with joined cells, what all rows have
            most = max(map(_length, column))
            column[0]["classes"] += [name for least, name in WIDTHS.items() if most > least][:1]


def _length(cell: nodes.entry) -> int:
    return sum(
        len(text) for text in cell.findall(nodes.Text) if not isinstance(text.parent, nodes.math)
    )


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("doctree-resolved", mark_wordy)
    return {"parallel_read_safe": True}
