"""What a question covers: all up to the next heading or question, or as much as it says.

The code of a cell that comes first stays in sight, for a reader predicts what it prints. So does
the paragraph that leads up to the next question, which nobody understands without it. Questions
that follow each other cover together, until each has an answer.
"""

from collections.abc import Iterator
from itertools import dropwhile, takewhile
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

from ..claims import is_badge
from ..disclosure import disclosure
from ..explorable import explorable
from .directive import foreseen, question
from .text import Question

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

ENDS = (nodes.section, question, foreseen)
"""Nodes at which a cover ends: what stands behind one of them is not covered."""


class curtain(nodes.General, nodes.Element):
    """Covers what it stands in until the questions ``asks``, as ``slug:digest``, have an answer.

    It says that ``texts`` paragraphs are covered, too: a reader in haste may have come for them.
    """


def covered_by(node: nodes.Element) -> list[nodes.Element]:
    """Return what a question covers, in order."""
    asks: Question = node["asks"]
    if asks.names:
        return list(named(node, asks.names))
    return following(node, asks.count)


def following(node: nodes.Element, count: int | None = None) -> list[nodes.Element]:
    """Return what stands below a question, up to the next: all, or as many cells and texts."""
    below = node.parent.children[node.parent.index(node) + 1 :]
    below = list(dropwhile(is_question, below))  # they cover together
    found = list(takewhile(lambda each: not isinstance(each, ENDS), below))
    if count is not None:
        return first(found, count)
    return without_lead(found) if any(map(is_question, below[len(found) :][:1])) else found


def is_question(node: nodes.Node) -> bool:
    """Return whether a node is a question."""
    return isinstance(node, question)


def first(below: list[nodes.Element], count: int) -> list[nodes.Element]:
    """Return so many cells and texts; what was compared below one is no text of its own."""
    found: list[nodes.Element] = []
    for each in below:
        if not isinstance(each, disclosure):
            count -= 1
        if count < 0:
            break
        found.append(each)
    return found


def without_lead(found: list[nodes.Element]) -> list[nodes.Element]:
    """Return what stands between two questions, without the paragraph that leads up to the second.

    It is the last, if there is more than that, and if it tells nothing that was found.
    """
    *others, last = found
    leads = others and isinstance(last, nodes.paragraph) and not tells(last)
    return others if leads else found


def tells(node: nodes.Element) -> bool:
    """Return whether a text claims something, or says how something is known."""
    return any("nb_claim" in each or is_badge(each) for each in node.findall(nodes.Element))


def named(node: nodes.Element, names: set[str]) -> Iterator[nodes.Element]:
    """Yield the cells below a question with these tags, and the explorables of these names."""
    below = False
    for each in node.document.findall(nodes.Element):
        below = below or each is node
        tags = {f"tag_{name}" for name in names}
        if below and (tags & set(each.get("classes", ())) or is_explorable(each, names)):
            yield each


def is_explorable(node: nodes.Element, names: set[str]) -> bool:
    """Return whether a node is an explorable of one of these names that no cell shows."""
    inside = any(is_cell(parent) for parent in ancestors(node))
    return isinstance(node, explorable) and node["slug"] in names and not inside


def ancestors(node: nodes.Element) -> Iterator[nodes.Element]:
    """Yield what a node stands in."""
    while node.parent is not None:
        node = node.parent
        yield node


def is_cell(node: nodes.Node, element: str = "cell_code") -> bool:
    """Return whether a node is a cell, or another of its parts."""
    return isinstance(node, nodes.container) and node.get("nb_element") == element


def place(app: "Sphinx", doctree: nodes.document) -> None:
    """Cover what the questions of a page are about."""
    questions = list(doctree.findall(question))
    if not questions:
        return
    questions[0]["first"] = True
    if not any(doctree.findall(foreseen)):
        logger.warning("predict: end the recap of a page with {foreseen}", location=questions[0])
    together: dict[int, list[question]] = {}
    for node in questions:
        covered = covered_by(node)
        if not covered:
            logger.warning("predict: it covers nothing", location=node)
            continue
        together.setdefault(id(covered[0]), []).append(node)
    for group in together.values():
        lay(group)


def lay(group: list[question]) -> None:
    """Lay a cover over what some questions are about: of a cell that comes first, its output."""
    covered = covered_by(group[0])
    names = [f"{node['asks'].slug}:{node['asks'].digest}" for node in group]
    if group[0]["asks"].names:
        runs = [[each] for each in covered]
    else:
        behind = 1 if has_code(covered[0]) else 0
        runs = [covered[:behind], covered[behind:]]
    parts = [part for run in runs for part in parts_of(run)]
    texts = sum(isinstance(child, nodes.paragraph) for part in parts for child in part.children)
    for part in parts:
        draw_over(part, names, texts)
    for part in parts[1:]:
        if not group[0]["asks"].names:
            part["classes"].append("nb-covered-too")  # the first says it for all


def parts_of(run: list[nodes.Element]) -> list[nodes.Element]:
    """Return what to cover of nodes that stand side by side: of a single cell its output."""
    if len(run) == 1 and has_code(run[0]):
        return list(filter(is_output, run[0].children))
    return [wrap(run)] if run else []


def wrap(run: list[nodes.Element]) -> nodes.container:
    """Put nodes that stand side by side into one."""
    parent, at = run[0].parent, run[0].parent.index(run[0])
    for each in run:
        parent.remove(each)
    box = nodes.container("", *run)
    parent.insert(at, box)
    return box


def draw_over(node: nodes.Element, names: list[str], texts: int) -> None:
    """Draw a curtain over a node."""
    node["classes"].append("nb-covered")
    node.insert(0, curtain(asks=names, texts=texts))


def has_code(node: nodes.Element) -> bool:
    """Return whether a node is a cell whose code is in the page."""
    return is_cell(node) and any(is_cell(child, "cell_code_source") for child in node.children)


def is_output(node: nodes.Node) -> bool:
    """Return whether a node is the output of a cell."""
    return is_cell(node, "cell_code_output")


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("doctree-read", place, priority=950)  # when all that a page lists is there
    return {"parallel_read_safe": True}
