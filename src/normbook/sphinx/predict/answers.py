"""Compares what a question gives as its answer with what the cells below it have found."""

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

from ..claims import Answer, compare, number_in, outputs, parse
from .cover import covered_by
from .directive import question
from .text import Question

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

ASKED = "nb_asked"
"""The entry of a page's metadata that has the names of its questions."""

logger = logging.getLogger(__name__)


def check(app: "Sphinx", doctree: nodes.document) -> None:
    """Give each question of a page its answer, ``is``, or say why it has another."""
    for node in doctree.findall(question):
        asks: Question = node["asks"]
        app.env.metadata[app.env.docname].setdefault(ASKED, []).append(asks.slug)
        if node["nb_expression"] and "nb_found" not in node:
            continue  # a cell has failed, of which there is a warning
        answer = node.get("nb_found")
        complaint = CHECKS[asks.kind](asks, answer, printed_below(node))
        if complaint:
            says = "predict: %s: %s; %s"
            logger.warning(says, asks.slug, complaint, asks.options["answer"], location=node)
            continue
        node["is"] = truth_of(asks, answer)


def check_names(app: "Sphinx", env: "BuildEnvironment") -> None:
    """Say which question has another's name: a browser keeps one answer under each."""
    pages: dict[str, str] = {}
    for page in sorted(env.all_docs):
        for slug in env.metadata[page].get(ASKED, []):
            if slug in pages:
                says = "predict: %s: %s asks a question of this name, too"
                logger.warning(says, slug, pages[slug], location=page)
            pages[slug] = page


def printed_below(node: nodes.Element) -> str:
    """Return what the cells print that a question covers."""
    cells = [
        each
        for covered in covered_by(node)
        for each in covered.findall(nodes.container)
        if each.get("nb_element") == "cell_code"
    ]
    return "\n".join(block.astext() for cell in cells for block in outputs(cell))


def check_number(asks: Question, answer: Answer | None, output: str) -> str:
    """Return why a number is not what was found, or nothing."""
    comparison = compare(parse(asks.options["answer"]), answer, output)
    return "" if comparison.holds else str(comparison)


def check_choice(asks: Question, answer: Answer | None, output: str) -> str:
    """Return why the choices that are marked are not those that were found, or nothing."""
    assert answer is not None  # it has an expression
    if "error" in answer:
        return f"no answer: {answer['error']}"
    marked = [choice.right for choice in asks.choices]
    found = answer["value"]
    if found is True or found == marked:
        return ""
    return f"the choices are marked {marked}, and found is {found}"


def check_order(asks: Question, answer: Answer | None, output: str) -> str:
    """Return why the order is not the one that was found, or nothing."""
    assert answer is not None  # it has an expression
    if "error" in answer:
        return f"no answer: {answer['error']}"
    found = answer["value"]
    if found is True:
        return ""
    if not isinstance(found, list) or len(found) != len(asks.choices):
        return f"expected True, or a number for each of the {len(asks.choices)}, and found {found}"
    return "" if found == sorted(set(found)) else f"these numbers do not grow: {found}"


def check_sketch(asks: Question, answer: Answer | None, output: str) -> str:
    """Return why what was found is no curve on the axes, or nothing."""
    assert answer is not None  # it has an expression
    if "error" in answer:
        return f"no answer: {answer['error']}"
    points = answer["value"]
    if not isinstance(points, list) or not all(
        isinstance(point, list) and len(point) == 2 for point in points
    ):
        return f"expected a list of points (x, y), and found {points!r:.60}"
    x, y = asks.options["x"], asks.options["y"]
    outside = [p for p in points if not (x.low <= p[0] <= x.high and y.low <= p[1] <= y.high)]
    if outside:
        return f"{outside[0]} lies outside of the axes"
    places = [point[0] for point in points]
    if not places or places != sorted(set(places)):
        return f"expected points from left to right, and found x = {places!r:.60}"
    if not places[0] <= min(asks.handles) <= max(asks.handles) <= places[-1]:
        return "some handle lies beside the curve that was found"
    return ""


CHECKS = {
    "choice": check_choice,
    "number": check_number,
    "order": check_order,
    "sketch": check_sketch,
}


def truth_of(asks: Question, answer: Answer | None) -> Any:
    """Return what the browser compares with: choices by number, a number, or points."""
    if asks.kind == "choice":
        return [number for number, choice in enumerate(asks.choices) if choice.right]
    if asks.kind == "order":
        return list(range(len(asks.choices)))
    if asks.kind == "sketch":
        points = (answer or {}).get("value") or []
        return [[float(f"{each:.4g}") for each in point] for point in points]
    said = parse(asks.options["answer"]).text
    share = 100 if "%" in said else 1  # a scale in percent goes to 100
    return float(f"{number_in(said).value * share:.12g}")


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the events."""
    app.connect("doctree-read", check, priority=910)  # after expressions have their answers
    app.connect("env-check-consistency", check_names)
    return {"parallel_read_safe": True}
