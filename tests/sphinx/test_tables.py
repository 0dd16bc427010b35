"""Columns of words in tables."""

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


def test_the_first_cell_of_a_column_of_words_is_marked_and_no_other():
    sentence = nodes.Text("twice as high as before, in each seed")
    formula = nodes.math("", r"\hat x = \frac{x - \mu}{\sqrt{\sigma^2 + \varepsilon}}")
    document = table(
        [[nodes.Text("run")], [nodes.Text("found")], [nodes.Text("as")]],
        [[nodes.Text("12.5")], [sentence], [formula]],
    )
    mark_wordy(None, document, "page")
    marked = [cell.astext() for cell in document.findall(nodes.entry) if cell["classes"]]
    assert marked == ["found"]
    assert document.next_node(nodes.row)[1]["classes"] == ["nb-wordy"]
