"""Lines do not break inside of a number: 19 % and 3.4 · 10³⁸ stay whole on a narrow page, too."""

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

BREAKS = re.compile(r"(?<=\d) (?=%)|(?<=\d) (?=· 10)|(?<=·) (?=10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻])")
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def keep_together(app: "Sphinx", doctree: nodes.document, docname: str) -> None:
    """Put spaces that do not break into the numbers of the text, and none into code."""
    for text in list(doctree.findall(nodes.Text)):
        parent = text.parent
        if not isinstance(parent, nodes.literal | nodes.literal_block | nodes.math | nodes.raw):
            whole = BREAKS.sub(NO_BREAK_SPACE, text)
            if whole != text:
                parent.replace(text, nodes.Text(whole))


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("doctree-resolved", keep_together)
    return {"parallel_read_safe": True}
