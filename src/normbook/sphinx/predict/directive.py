"""The directives ``{predict}`` and ``{foreseen}``, and the nodes that stand for their parts."""

from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from ..claims import parse_answer
from .text import OPTIONS, Question, QuestionError, parse_question

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)


class question(nodes.General, nodes.Element):
    """A question: attribute ``asks``, a `Question`; children are the nodes below, in this order."""


class asked(nodes.General, nodes.TextElement):
    """The sentence that asks."""


class offered(nodes.General, nodes.TextElement):
    """A choice, or a thing to put in order: attributes ``number`` and ``right``."""


class revealed(nodes.container):
    """What is said with the answer."""


class objection(nodes.General, nodes.TextElement):
    """Why a choice is wrong: attribute ``number``."""


class foreseen(nodes.General, nodes.Element):
    """The place where a chapter lists its questions, with what the reader said."""


class Predict(SphinxDirective):
    """A question, and what it covers; `text` has the syntax."""

    required_arguments = 1
    has_content = True
    option_spec = OPTIONS

    def run(self) -> list[nodes.Node]:
        """Return the question, or a warning that says what it lacks."""
        slug = self.arguments[0]
        try:
            asks = parse_question(slug, self.options, "\n".join(self.content))
        except QuestionError as error:
            logger.warning("predict: %s", error, location=self.get_location())
            return []
        expression = parse_answer(asks.kind, asks.options["answer"]).expression
        node = question("", asks=asks, nb_expression=expression)
        node["ids"] = node["names"] = [f"question-{slug}"]
        self.set_source_info(node)
        self.state.document.note_explicit_target(node)
        node += self.legend(asks)
        node += [self.choice(asks, number) for number in asks.shown_order()]
        node += self.reveal(asks)
        return [node]

    def legend(self, asks: Question) -> list[nodes.Node]:
        """Return the sentence that asks; a second paragraph and more stand below it."""
        first, *others = self.markdown(asks.ask)
        return [asked("", "", *first.children), *others]

    def choice(self, asks: Question, number: int) -> nodes.Element:
        """Return one of the choices."""
        each = asks.choices[number]
        return offered("", "", *self.inline(each.text), number=number, right=each.right)

    def reveal(self, asks: Question) -> nodes.Element:
        """Return what is said with the answer, and why each other choice is none."""
        node = revealed(nb_ahead=True)
        for number, each in enumerate(asks.choices):
            if each.why:
                node += objection("", "", *self.inline(each.why), number=number)
        node += self.markdown(asks.reveal)
        return node

    def inline(self, text: str) -> list[nodes.Node]:
        """Return the nodes of a text within a line, where ``> 1`` and ``1. May`` are no blocks."""
        found, _ = self.state.inline_text(text, self.lineno)
        return list(found)

    def markdown(self, text: str) -> list[nodes.Node]:
        """Return the nodes of a text."""
        parent = nodes.Element()
        lines = StringList(text.splitlines(), source=self.get_source_info()[0])
        self.state.nested_parse(lines, self.content_offset, parent)
        return parent.children


class Foreseen(SphinxDirective):
    """The list of a chapter's questions."""

    def run(self) -> list[nodes.Node]:
        """Return its place."""
        return [foreseen()]


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the directives."""
    app.add_directive("predict", Predict)
    app.add_directive("foreseen", Foreseen)
    return {"parallel_read_safe": True}
