"""``{decks}``: links to the decks of all chapters, by part."""

from html import escape
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from ..explorable import relative_address
from ..parts import APPENDICES, parts

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

BOOK, SLIDES = "book/", "slides/"


class decks(nodes.General, nodes.Element):
    """The place of the list."""


class Decks(SphinxDirective):
    """A line for each part, with a link to each of its chapters' decks."""

    def run(self) -> list[nodes.Node]:
        """Return the place of the list."""
        return [decks()]


def deck_of(page: str) -> str:
    """Return the name of a chapter's deck, by that of its page."""
    return page.replace(BOOK, SLIDES, 1)


def visit_html(translator: "HTML5Translator", node: decks) -> None:
    """Write a line for each part."""
    env = translator.builder.env

    def link(page: str) -> str:
        address = relative_address(translator, f"{deck_of(page)}.html")
        return f'<a href="{address}">{escape(env.titles[page].astext())}</a>'

    lines = [
        f"<li>{escape(part.title)}: {', '.join(map(link, part.pages))}</li>"
        for part in parts(env)
        if part.title != APPENDICES
    ]
    translator.body.append(f'<ul class="nb-decks">{"".join(lines)}</ul>')
    raise nodes.SkipNode
