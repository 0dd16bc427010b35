"""What a cell prints, as one block.

A kernel sends it in parts, cut by its clock, in the middle of a line as well. MyST-NB can merge
them, but ends each part's line as it does so: the same cell would print one thing today and another
tomorrow.
"""

from typing import TYPE_CHECKING, Any, TypeGuard

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def join(app: "Sphinx", doctree: nodes.document) -> None:
    """Put together the parts of one stream that follow each other."""
    for output in list(doctree.findall(is_output)):
        parts: list[nodes.Node] = []
        for part in output.children:
            before = parts[-1] if parts else None
            if is_stream(part) and is_stream(before) and part["classes"] == before["classes"]:
                text = before.astext() + part.astext()
                parts[-1] = nodes.literal_block(text, text, **part.attributes)
            else:
                parts.append(part)
        output.clear()
        output.extend(parts)


def is_output(node: nodes.Node) -> TypeGuard[nodes.container]:
    """Return whether a node holds what a cell printed and showed."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code_output"


def is_stream(node: nodes.Node | None) -> TypeGuard[nodes.literal_block]:
    """Return whether a node is a part of a stream."""
    return isinstance(node, nodes.literal_block) and "stream" in node["classes"]


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("doctree-read", join)
    return {"parallel_read_safe": True}
