"""The role ``claim``, and what becomes of a page's claims once its cells have their outputs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

from ..disclosure import disclosure
from .compare import agrees, is_printed
from .evaluate import Answer, evaluate
from .probe import Claim, parse

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)

SENTENCE_END = re.compile(r"(?<=[.!?:])\s+")
EXEMPT = (
    *(nodes.literal, nodes.math, nodes.reference, nodes.footnote_reference),
    *(nodes.citation_reference, addnodes.pending_xref),
)
"""Nodes whose numbers are no findings: code, formulas, and links to works and places."""


class expression(nodes.literal):
    """Code in which words may be broken: else each would be an element, as heavy as the word."""


class ClaimRole(SphinxRole):
    """The role ``claim``: what the prose says, to be compared with what was found."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the text, to be compared when the page has its outputs."""
        text, expression = parse(self.text)
        node = nodes.inline(text, text, nb_claim=self.text, nb_expression=expression)
        self.set_source_info(node)
        return [node], []


@dataclass(frozen=True)
class Comparison:
    """A claim beside what was found."""

    said: Claim
    found: str
    """What was found, in words that go on from the expression: "is 5.5"."""
    holds: bool

    def __str__(self) -> str:
        return f"{self.said.text!r} is claimed, and {self.said.expression or 'it'} {self.found}"


Found = list[tuple[str, Answer]]
"""Expressions with their answers, in the order of a chapter's claims."""


def take_answers(app: "Sphinx", found: dict[str, Found], failed: dict[str, str]) -> None:
    """Take what the kernels found, and why they found nothing, by page."""
    app.normbook_answers = found  # type: ignore[attr-defined]
    app.normbook_failed = failed  # type: ignore[attr-defined]


def hand_out(app: "Sphinx", doctree: nodes.document) -> None:
    """Note the answer (``nb_found``) at each node that has an expression (``nb_expression``).

    None has one where the page shows other claims than its source has: which is whose is not known.
    """
    if not is_executed(app):
        tell_unchecked(app, doctree)
        return
    claims = [each for each in doctree.findall(nodes.Element) if each.get("nb_expression")]
    shown = [each["nb_expression"] for each in claims]
    found = found_by(app)
    if found is None:
        found = [(expression, evaluate(expression, {})) for expression in shown]
    read = [expression for expression, _ in found]
    if read != shown:
        place = next(i for i, (a, b) in enumerate(zip_longest(read, shown)) if a != b)
        says = "claims read as %r are shown as %r: write one backtick, and none in comments or code"
        where = claims[place] if place < len(claims) else app.env.docname
        logger.warning(says, read[place : place + 1], shown[place : place + 1], location=where)
        return
    for node, (_, answer) in zip(claims, found, strict=True):
        node["nb_found"] = answer


def found_by(app: "Sphinx") -> Found | None:
    """Return what the kernel of this page has found, if it has a kernel."""
    found: dict[str, Found] = getattr(app, "normbook_answers", {})
    return found.get(app.env.docname)


def is_executed(app: "Sphinx") -> bool:
    """Return whether this page has all outputs: a cell that failed has a warning of its own."""
    return found_by(app) is not None or "kernelspec" not in app.env.metadata[app.env.docname]


def tell_unchecked(app: "Sphinx", doctree: nodes.document) -> None:
    """Warn of a page whose claims nobody has evaluated, unless a failed cell has its warning."""
    name = app.env.docname
    executed = app.env.nb_metadata[name].get("exec_data")  # type: ignore[attr-defined]
    if executed and not executed["succeeded"]:
        return
    claims = {"nb_claim", "nb_expression"}
    if any(claims & node.attributes.keys() for node in doctree.findall(nodes.Element)):
        failed: dict[str, str] = getattr(app, "normbook_failed", {})
        says = "claims and questions of %s were not evaluated: %s"
        why = failed.get(name, "its cells were not executed")
        logger.warning(says, name, why, location=name)


def check(app: "Sphinx", doctree: nodes.document) -> None:
    """Compare the claims of a page, and show below each cell what was compared with it."""
    if not is_executed(app):
        return
    compared: dict[nodes.Element, list[Comparison]] = {}
    cell, output = None, ""
    for node in list(doctree.findall(nodes.Element)):
        if node.get("nb_element") == "cell_code" and (printed := outputs(node)):
            cell, output = node, "\n".join(block.astext() for block in printed)
        elif "nb_claim" in node:
            said = parse(node["nb_claim"])
            if said.expression and "nb_found" not in node:
                continue  # of which there is a warning
            comparison = compare(said, node.get("nb_found"), output)
            if not comparison.holds:
                logger.warning("%s: %r", comparison, sentence_of(node), location=node)
            compared.setdefault(place_of(node, cell), []).append(comparison)
        elif is_measured(node) and (numbers := unbound(node)):
            says = "bind %s to what was measured, as {claim}`number: expression`: %r"
            logger.warning(says, ", ".join(numbers), said_before(node), location=node)
    for place, comparisons in compared.items():
        place.parent.insert(place.parent.index(place) + 1, listing(comparisons))


def compare(said: Claim, answer: Answer | None, output: str) -> Comparison:
    """Return a claim beside its answer, or beside what a cell has printed."""
    if answer is None:
        holds = is_printed(said.text, output)
        return Comparison(said, "is printed" if holds else "is not printed above", holds)
    if "error" in answer:
        return Comparison(said, f"has no answer: {answer['error']}", holds=False)
    value = answer["value"]
    if isinstance(value, list):
        lacks = f"{value!r:.60} is neither a number nor True or False"
        return Comparison(said, f"has no answer: {lacks}", holds=False)
    shown = str(value).lower() if isinstance(value, bool) else f"{value:.6g}"
    try:
        return Comparison(said, f"is {shown}", agrees(said.text, value))
    except ValueError as error:
        return Comparison(said, f"is {shown}, but {error}", holds=False)


# ---- where it stands


def outputs(cell: nodes.Element) -> list[nodes.literal_block]:
    """Return what a cell has printed, and its value where that is text."""
    parts = [node for node in cell.children if node.get("nb_element") == "cell_code_output"]
    return [block for part in parts for block in part.findall(nodes.literal_block)]


def place_of(node: nodes.Element, cell: nodes.Element | None) -> nodes.Element:
    """Return what the comparison is shown below: the cell, or where a record shows it, the text."""
    siblings = node.parent.children[node.parent.index(node) :]
    badge = next(filter(is_measured, siblings), None)
    in_record = badge is not None and not badge.get("nb_cell_above")
    return block_of(node) if cell is None or in_record or is_ahead(node) else cell


def is_ahead(node: nodes.Element) -> bool:
    """Return whether something stands in an ``nb_ahead``, which speaks of the cells below it."""
    while node.parent is not None and not node.get("nb_ahead"):
        node = node.parent
    return bool(node.get("nb_ahead"))


def block_of(node: nodes.Element) -> nodes.Element:
    """Return the paragraph, or the whole list or table, that something stands in."""
    while not isinstance(node.parent, nodes.section | nodes.document | nodes.container):
        node = node.parent
    return node


def is_badge(node: nodes.Node, of: str = "nb-evidence") -> bool:
    """Return whether a node says how something is known."""
    return isinstance(node, nodes.Element) and of in node.get("classes", ())


def is_measured(node: nodes.Node) -> bool:
    """Return whether a node says that something was measured."""
    return is_badge(node, "nb-evidence-measured")


# ---- what it says


def said_before(badge: nodes.Element) -> str:
    """Return the sentence before a badge, with its findings that are bound left out."""
    siblings = badge.parent.children[: badge.parent.index(badge)]
    since = max((i + 1 for i, each in enumerate(siblings) if is_badge(each)), default=0)
    text = "".join(fragment for each in siblings[since:] for fragment in unbound_text(each))
    return SENTENCE_END.split(" ".join(text.split()))[-1]


def unbound_text(node: nodes.Node) -> Iterator[str]:
    """Yield the text of a node, and an ellipsis for what is bound or is no finding."""
    if isinstance(node, nodes.Text):
        yield node.astext()
    elif "nb_claim" in node or isinstance(node, EXEMPT):
        yield "…"
    else:
        for child in node.children:
            yield from unbound_text(child)


def unbound(badge: nodes.Element) -> list[str]:
    """Return the numbers in the sentence before a badge that nothing is compared with."""
    return re.findall(r"\d[\d.,]*\d|\d", said_before(badge))


def sentence_of(node: nodes.Element) -> str:
    """Return the sentence that a claim stands in."""
    text = " ".join(node.parent.astext().split())
    return next(each for each in SENTENCE_END.split(text) if node.astext() in each)


def listing(comparisons: list[Comparison]) -> disclosure:
    """Return what was compared, as what opens on demand."""
    items = []
    for comparison in comparisons:
        said, found = comparison.said, comparison.found
        text = nodes.paragraph("", f"“{said.text}” ")
        if said.expression:
            text += expression(said.expression, said.expression)
        text += nodes.Text(f" {found}")
        items.append(nodes.list_item("", text))
    return disclosure(
        "",
        nodes.bullet_list("", *items),
        summary="The text’s numbers, computed again",
        classes=["nb-compared"],
    )


def visit_expression(translator: "HTML5Translator", node: expression) -> None:
    """Begin the code."""
    translator.body.append('<code class="notranslate">')


def depart_expression(translator: "HTML5Translator", node: expression) -> None:
    """End the code."""
    translator.body.append("</code>")


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the role."""
    app.setup_extension("normbook.sphinx.disclosure")
    app.add_node(expression, html=(visit_expression, depart_expression))
    app.add_role("claim", ClaimRole())
    app.connect("doctree-read", hand_out, priority=890)
    app.connect("doctree-read", check, priority=900)  # after badges have found their cells
    return {"parallel_read_safe": True}
