"""What a page says of itself in its head: a description, its card, and schema.org's data."""

import json
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from docutils import nodes

from ..parts import chapters
from .history import changed

if TYPE_CHECKING:
    from sphinx.application import Sphinx

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
"""The address of the licence that the book's text is under."""
LONGEST = 160
"""The longest description of a page, in characters: search engines show no more."""
SEARCH = "Find a word, a symbol or a function in the chapters, the glossary and the reference."
"""The description of the page that searches, which Sphinx makes."""


def describe(
    app: "Sphinx",
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Give a page its description, and with the site's address all else.

    That is its ``description`` above its text, or else its first paragraph. Of a page that has no
    source, what makes it says ``nb_type``, schema.org's name for what it is,
    and ``words``; one without has no description and is not listed.
    """
    own = app.env.metadata.get(pagename, {}).get("description")
    of_another = SEARCH if pagename == "search" else context.get("words", "")
    words = own or (first_paragraph(doctree) if doctree is not None else of_another)
    context["nb_description"] = textwrap.shorten(words, LONGEST, placeholder=" …")
    if not app.config.html_baseurl or not (doctree is not None or "nb_type" in context):
        return
    title = app.env.titles[pagename].astext() if doctree is not None else context["title"]
    base = app.config.html_baseurl
    card = f"{base}cards/{context.get('nb_card', pagename)}.png"
    data = {
        "@context": "https://schema.org",
        **kind_of(app, pagename, context),
        "name": title,
        "description": context["nb_description"],
        "url": context["pageurl"],
        "image": card,
        "inLanguage": app.config.language,
        "license": LICENCE,
        "author": authors(Path(app.srcdir)),
        **since(app, pagename, doctree),
    }
    context["nb_found"] = {
        "title": title,
        "card": card,
        "data": json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"),
    }


def first_paragraph(doctree: nodes.document) -> str:
    """Return the text of a page's first paragraph; of a formula the names are words."""
    paragraph = next(iter(doctree.findall(nodes.paragraph)), None)
    return paragraph.astext().replace("\\", "") if paragraph is not None else ""


def kind_of(app: "Sphinx", pagename: str, context: dict[str, Any]) -> dict[str, Any]:
    """Return what schema.org calls a page, and where it is in the book."""
    root = app.config.root_doc
    front = f"{app.config.html_baseurl}{root}.html"
    if pagename == root:
        return {"@type": "Book", "@id": front, "bookFormat": "https://schema.org/EBook"}
    book = {"@type": "Book", "@id": front, "name": app.env.titles[root].astext()}
    inside = {"isPartOf": book, "isAccessibleForFree": True}
    if pagename in (order := chapters(app.env)):
        kinds = ["Chapter", "LearningResource"]
        return {"@type": kinds, "position": order.index(pagename) + 1, **inside}
    return {"@type": context.get("nb_type", "WebPage"), **inside}


def since(app: "Sphinx", pagename: str, doctree: nodes.document | None) -> dict[str, str]:
    """Return the days that are known: when the book was released, when a page was changed."""
    days = {}
    if pagename == app.config.root_doc:
        days["datePublished"] = str(citation(Path(app.srcdir))["date-released"])
    if doctree is not None:
        source = Path(app.env.doc2path(pagename)).relative_to(app.srcdir).as_posix()
        if day := changed(Path(app.srcdir)).get(source):
            days["dateModified"] = day
    return days


def authors(folder: Path) -> list[dict[str, str]]:
    """Return who wrote the book: people have two names in ``CITATION.cff``, groups one."""
    return [
        {"@type": "Organization", "name": one["name"]}
        if "name" in one
        else {"@type": "Person", "name": f"{one['given-names']} {one['family-names']}"}
        for one in citation(folder)["authors"]
    ]


def citation(folder: Path) -> dict[str, Any]:
    """Return what ``CITATION.cff`` says."""
    found: dict[str, Any] = yaml.safe_load((folder / "CITATION.cff").read_text(encoding="utf-8"))
    return found


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("html-page-context", describe)
    return {"parallel_read_safe": True}
