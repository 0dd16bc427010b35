"""Addresses that are no page: ``404.html``, with a search, and those of pages that have moved."""

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from .page import REDIRECT

if TYPE_CHECKING:
    from sphinx.application import Sphinx

MOVED: dict[str, str] = {}
"""From the old name to the new one of each page of ``book/`` that was renamed."""

NOT_FOUND = Path(__file__).parent / "assets" / "missing.html"
"""The page that a host shows for addresses that are not there. It can stand at any depth below the
site's root, and finds the root by itself."""


def write_missing(app: "Sphinx", exception: Exception | None) -> None:
    """Write the page that stands for none, and one that leads on for each that has moved."""
    if exception is not None or app.builder.name != "html":
        return
    site, titles, root = Path(app.outdir), app.env.titles, app.config.root_doc
    base = app.config.html_baseurl or "/"
    pages = (
        f'<li><a href="{page}.html">{escape(titles[page].astext())}</a></li>'
        for page in app.env.toctree_includes.get(root, [])
    )
    text = NOT_FOUND.read_text(encoding="utf-8")
    for name, value in {
        "title": escape(titles[root].astext()),
        "path": urlsplit(base).path or "/",
        "address": escape(base),
        "front": f"{root}.html",
        "pages": "\n".join(pages),
    }.items():
        text = text.replace(f"[[{name}]]", value)
    (site / "404.html").write_text(text, encoding="utf-8")
    for old, new in MOVED.items():
        title = escape(titles[f"book/{new}"].astext())
        moved = REDIRECT.format(page=f"{new}.html", title=title, head="")
        (site / "book" / f"{old}.html").write_text(moved, encoding="utf-8")


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("build-finished", write_missing)
    return {"parallel_read_safe": True}
