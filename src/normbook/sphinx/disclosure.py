"""What opens on demand: HTML's ``details``."""

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


class disclosure(nodes.General, nodes.Element):
    """What opens on demand.

    Attributes: ``summary``; ``closed`` while scripts keep it so.
    """


def visit_disclosure(translator: "HTML5Translator", node: disclosure) -> None:
    """Write the opening tag, and what to click."""
    attributes = {"hidden": "hidden"} if node.get("closed") else {}
    translator.body.append(translator.starttag(node, "details", **attributes))
    translator.body.append(f"<summary>{escape(node['summary'])}</summary>\n")


def depart_disclosure(translator: "HTML5Translator", node: disclosure) -> None:
    """Write the closing tag."""
    translator.body.append("</details>\n")


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the node."""
    app.add_node(disclosure, html=(visit_disclosure, depart_disclosure))
    return {"parallel_read_safe": True}
