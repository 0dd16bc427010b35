"""A deck for each chapter, ``slides/<chapter>.html``, made of the chapter's own page.

On slides stands what a room looks at: headings, questions with their answers, formulas, figures,
tables and live models. The text is the speaker's notes, but for what a room needs to follow: a
formula stands in its sentence, and a question below the code and the paragraph that it is about.
A paragraph that begins with a sentence in bold or italics has its first sentences on a slide, one
that begins with a question all of it, and so has a pitfall. A section is a slide, or several, one
below the other; the last is the recap. ``assets/slides/deck.mjs`` shows them.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from bs4 import BeautifulSoup, Tag
from docutils import nodes
from sphinx.builders.html import StandaloneHTMLBuilder

from ..mathematics import katex
from ..parts import chapters
from .listing import Decks, deck_of, decks, visit_html
from .parts import made, plain, spoken
from .reading import read_page
from .recalled import recall

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def write(
    app: "Sphinx",
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Write the deck of a chapter whenever its page is written, and have that lead to it."""
    builder = app.builder
    if doctree is None or pagename not in chapters(app.env):
        return
    assert isinstance(builder, StandaloneHTMLBuilder)
    name = deck_of(pagename)
    title = app.env.titles[pagename].astext()
    deck = {
        "title": f"{title}: slides",
        "chapter": {"name": pagename, "title": title},
        "stacks": stacks_of(context["body"], partial(rendered, app)),
        "body": context["body"],  # which tells the faces that it begins with
        "words": f"“{title}” as slides for a lecture: models are live, the text is in the notes.",
        "nb_type": "PresentationDigitalDocument",
        "nb_card": pagename,
    }
    builder.handle_page(name, deck, "deck.html")
    context["nb_slides"] = context["pathto"](name)


def stacks_of(body: str, elsewhere: Callable[[str, str, str], Tag]) -> list[list[dict[str, str]]]:
    """Return a chapter's slides, by section, as its template needs them.

    Parameters
    ----------
    body
        The page's text, as HTML.
    elsewhere
        Gives the formula of another page by the names of both and its number.
    """
    chapter = BeautifulSoup(body, "html.parser").section
    assert chapter is not None

    def formula_of(address: str, number: str) -> Tag:
        page, _, label = address.partition("#")
        own = None if page else chapter.select_one(f"#{label}")
        return elsewhere(page.removesuffix(".html"), label, number) if own is None else plain(own)

    stacks = read_page(chapter)
    for stack in stacks:
        for slide in stack:
            recall(slide.shown, formula_of)
    return [
        [
            {
                "heading": slide.heading,
                "above": slide.above,
                "shown": "\n".join(map(str, slide.shown)),
                "notes": spoken(slide.notes),
            }
            for slide in stack
        ]
        for stack in stacks
    ]


def rendered(app: "Sphinx", page: str, label: str, number: str) -> Tag:
    """Return a formula of another chapter, with its number."""
    doctree = app.env.get_doctree(f"book/{page}")
    formula = next(each for each in doctree.findall(nodes.math_block) if label in each["ids"])
    content = BeautifulSoup(katex(formula, display=True), "html.parser")
    return made("div", "nb-math", content, made("span", "eqno", number))


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the directive, and connect to the event."""
    app.add_node(decks, html=(visit_html, None))
    app.add_directive("decks", Decks)
    app.connect("html-page-context", write)
    return {"parallel_read_safe": True}
