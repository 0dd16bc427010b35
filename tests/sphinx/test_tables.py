"""Columns of words in tables."""

import pytest
from docutils import nodes
from docutils.utils import new_document

from normbook.sphinx.tables import mark_wordy


def table(*rows):
    body = nodes.tbody()
    for row in rows:
        body += nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cell)) for cell in row))
    document = new_document("page")
    document += nodes.table("", nodes.tgroup("", body))
    return document


@pytest.mark.parametrize(("words", "name"), [(5, "nb-brief"), (10, "nb-wordy"), (50, "nb-long")])
def test_the_first_cell_of_a_column_of_words_is_marked_and_no_other(words, name):
    formula = nodes.math("", r"\hat x = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}}")
    document = table(
        [[nodes.Text("run")], [nodes.Text("found")], [nodes.Text("as")]],
        [[nodes.Text("12.5")], [nodes.Text("higher " * words)], [formula]],
    )
    mark_wordy(None, document, "page")
    marked = {cell.astext(): cell["classes"] for cell in document.findall(nodes.entry)}
    assert {cell: classes for cell, classes in marked.items() if classes} == {"found": [name]}
