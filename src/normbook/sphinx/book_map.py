"""``{book-map}``: the book's parts and chapters, and with scripts what this browser has earned."""

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from normbook.grader import find_all

from .exercise import page_address
from .explorable import relative_address
from .parts import parts

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator


class book_map(nodes.General, nodes.Element):
    """The place of the map."""


class BookMap(SphinxDirective):
    """A list of chapters for each part, with the points of its exercises."""

    def run(self) -> list[nodes.Node]:
        """Return the place of the map."""
        for exercise in find_all():
            self.env.note_dependency(str(exercise.folder / "exercise.toml"))
        return [book_map()]


def visit_map(translator: "HTML5Translator", node: book_map) -> None:
    """Write a part after the other."""
    static = relative_address(translator, "_static")
    sections = [
        f"<section><h3>{escape(part.title)}</h3><ol>"
        + "".join(chapter_item(translator, page) for page in part.pages)
        + "</ol></section>"
        for part in parts(translator.builder.env)
    ]
    translator.body.append(
        f'<div class="nb-map" data-module="{static}/exercise/map.mjs">{"".join(sections)}</div>'
    )
    raise nodes.SkipNode


def chapter_item(translator: "HTML5Translator", page: str) -> str:
    """Return a chapter's line: its link, and the points of its exercises."""
    title = escape(translator.builder.env.titles[page].astext())
    here = [each for each in find_all() if f"book/{each.chapter}" == page]
    link = f'<a href="{page_address(translator, page)}">{title}</a>'
    if not here:
        return f"<li>{link}</li>"
    worth = " ".join(f"{exercise.slug}:{exercise.points}" for exercise in here)
    points = sum(exercise.points for exercise in here)
    return (
        f'<li>{link} <span class="nb-map-points" data-worth="{worth}">{points} points</span></li>'
    )


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the directive."""
    app.add_node(book_map, html=(visit_map, None))
    app.add_directive("book-map", BookMap)
    return {"parallel_read_safe": True}
