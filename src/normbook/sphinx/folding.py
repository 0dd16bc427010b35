"""Code that readers of a page seldom want to see is folded: imports, and the gallery's calls."""

import ast
from typing import TYPE_CHECKING, Any

from docutils import nodes

from .cells.buttons import is_shown, text_of
from .disclosure import disclosure

if TYPE_CHECKING:
    from sphinx.application import Sphinx

GALLERY = "book/gallery"


def fold(app: "Sphinx", doctree: nodes.document) -> None:
    """Put such code below a word that opens it."""
    for cell in list(doctree.findall(is_shown)):
        summary = summary_of(text_of(cell), app.env.docname)
        if summary:
            code = cell[0]
            cell.replace(code, disclosure("", code, summary=summary, classes=["nb-folded"]))


def summary_of(source: str, docname: str) -> str:
    """Return what is said in place of a cell's code, or nothing if it is shown."""
    try:
        statements = ast.parse(source).body
    except SyntaxError:  # a magic, or a mistake that the cell itself shows
        return ""
    imports = [each for each in statements if isinstance(each, ast.Import | ast.ImportFrom)]
    if imports and len(imports) > len(statements) / 2:
        return "Imports"
    return "In Python" if docname == GALLERY and source.startswith("widgets.") else ""


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event, after what looks for cells that are shown."""
    app.connect("doctree-read", fold, priority=900)
    return {"parallel_read_safe": True}
