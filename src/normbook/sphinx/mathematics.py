"""Mathematics, rendered by KaTeX while the book is built: pages carry no script for it.

A formula that KaTeX cannot read is a warning at its line, and so an error of the build.
"""

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from .node import PrerenderError, prerenderer

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

PUNCTUATION = re.compile(r"[,.;:?!)’]+")
TIED = 3
"""A formula of at most so many parts is kept in one line with the punctuation behind it."""

logger = logging.getLogger(__name__)


def katex(node: nodes.Element, display: bool) -> str:
    """Return a formula's HTML (with MathML inside, for screen readers)."""
    tex = node.astext()
    try:
        return prerenderer.render({"kind": "math", "tex": tex, "display": display})
    except PrerenderError as error:
        logger.warning("KaTeX cannot read %r: %s", tex, error, location=node, type="katex")
        return f"<code>{nodes.Text(tex).astext()}</code>"


def tie(app: "Sphinx", doctree: nodes.document, docname: str) -> None:
    """Give a formula within a line the punctuation behind it, which it may not lose to the next.

    A browser breaks a line before a comma, too, if what stands before it is a formula.
    """
    for node in doctree.findall(nodes.math):
        siblings = node.parent.children
        place = siblings.index(node) + 1  # not found by its text, which others may have, too
        behind = siblings[place] if place < len(siblings) else None
        if isinstance(behind, nodes.Text) and (match := PUNCTUATION.match(behind)):
            node["tied"] = match[0]
            node.parent[place] = nodes.Text(behind[match.end() :])


def visit_inline(translator: "HTML5Translator", node: nodes.Element) -> None:
    """Write a formula within a line."""
    formula, tied = katex(node, display=False), node.get("tied", "")
    if tied and formula.count('class="base"') <= TIED:
        formula = f'<span class="nb-tied">{formula}{tied}</span>'
    else:
        formula += tied
    translator.body.append(formula)
    raise nodes.SkipNode


def visit_display(translator: "HTML5Translator", node: nodes.Element) -> None:
    """Write a formula on a line of its own, with its number and anchor if it has a label."""
    translator.body.append(
        translator.starttag(node, "div", CLASS="nb-math", tabindex="0", role="group")
    )
    translator.body.append(katex(node, display=True))
    if node["number"]:
        number = get_node_equation_number(translator, node)
        translator.body.append(f'<span class="eqno">({number})</span>')
    translator.body.append("</div>\n")
    raise nodes.SkipNode


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the renderer and choose it."""
    app.add_html_math_renderer("katex", (visit_inline, None), (visit_display, None))
    app.config.html_math_renderer = "katex"
    app.connect("doctree-resolved", tie)
    return {"parallel_read_safe": True}
