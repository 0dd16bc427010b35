"""Numbers that lines do not break."""

import pytest
from docutils import nodes
from docutils.utils import new_document

from normbook.sphinx.claims.role import expression
from normbook.sphinx.typography import keep_together


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("down to 19 %.", "down to 19\u00a0%."),
        ("between 3.4 · 10³⁸ and", "between 3.4\u00a0·\u00a010³⁸ and"),
        ("6.1 · 10⁻⁵", "6.1\u00a0·\u00a010⁻⁵"),
        ("8 · 64 values, and per cent", "8 · 64 values, and per cent"),
    ],
)
def test_a_number_is_kept_together(before, after):
    document = new_document("page")
    document += nodes.paragraph("", before)
    keep_together(None, document, "page")
    assert document.astext() == after


@pytest.mark.parametrize("kind", [nodes.literal, nodes.literal_block, expression])
def test_code_stays_as_it_is(kind):
    document = new_document("page")
    document += kind("", "5 % 2")
    keep_together(None, document, "page")
    assert document.astext() == "5 % 2"
