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

OPENING = re.compile(r"[(‘]+$")
PUNCTUATION = re.compile(r"[,.;:?!)’]+")
TIED = 3
"""A formula of at most so many parts is kept in one line with the punctuation around it."""

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
    """Give a formula within a line the punctuation around it, which it may not lose to another one.

    A browser breaks a line before a comma, too, and behind a bracket, if a formula stands there.
    """
    for node in doctree.findall(nodes.math):
        siblings = node.parent.children
        place = siblings.index(node)  # not found by its text, which others may have, too
        before = siblings[place - 1] if place else None
        behind = siblings[place + 1] if place + 1 < len(siblings) else None
        if isinstance(before, nodes.Text) and (match := OPENING.search(before)):
            node["opening"] = match[0]
            node.parent[place - 1] = nodes.Text(before[: match.start()])
        if isinstance(behind, nodes.Text) and (match := PUNCTUATION.match(behind)):
            node["closing"] = match[0]
            node.parent[place + 1] = nodes.Text(behind[match.end() :])


def visit_inline(translator: "HTML5Translator", node: nodes.Element) -> None:
    """Write a formula within a line."""
    formula = katex(node, display=False)
    whole = node.get("opening", "") + formula + node.get("closing", "")
    if whole != formula and formula.count('class="base"') <= TIED:
        whole = f'<span class="nb-tied">{whole}</span>'
    translator.body.append(whole)
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
