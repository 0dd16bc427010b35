"""Addresses that are no page: ``404.html``, with a search, and those of pages that have moved."""

import shutil
from collections.abc import Iterator
from html import escape
from pathlib import Path, PurePosixPath
from posixpath import relpath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sphinx.errors import ConfigError

from .slides.listing import deck_of
from .standalone import alone

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

MOVED: dict[str, str] = {}
"""From the old name to the new one of each page that was renamed, below the site's root:
``book/rms``, or ``explorable/axes``. Of a chapter the deck and the notebook move along."""

LEADS_ON = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="nb-build" content="">
<title>This page has moved</title>
<link rel="canonical" href="{page}">
<script>location.replace("{page}" + location.search + location.hash);</script>
<noscript><meta http-equiv="refresh" content="0; url={page}"></noscript>
<link rel="icon" href="data:,">
<main><h1><a href="{page}">This page has moved</a></h1></main>
</html>
"""
"""What stands at an old address. A refresh alone would drop query, section and state."""

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
    for old, new in moved(site):
        page = relpath(f"{new}.html", PurePosixPath(old).parent)
        (site / f"{old}.html").write_text(LEADS_ON.format(page=page), encoding="utf-8")
        notebook = site / "_sources" / f"{new}.ipynb"
        if notebook.is_file():  # at an address that Colab and Binder were given
            shutil.copyfile(notebook, site / "_sources" / f"{old}.ipynb")


def moved(site: Path) -> Iterator[tuple[str, str]]:
    """Yield the old and the new name of each page of a built site that has moved."""
    for old, new in MOVED.items():
        yield old, new
        if deck_of(new) != new and (site / f"{deck_of(new)}.html").is_file():
            yield deck_of(old), deck_of(new)


def check_moved(app: "Sphinx", config: "Config") -> None:
    """End the build at its begin where a name that moved is still a page's, or a new one none's."""
    explorables = {f"explorable/{kind.slug}" for kind in alone()}
    for old, new in MOVED.items():
        for name, expected in ((old, False), (new, True)):
            is_page = name in explorables or Path(app.srcdir, f"{name}.md").is_file()
            if is_page is not expected:
                says = "is no page" if expected else "is a page still"
                raise ConfigError(
                    f"MOVED of {Path(__file__).name} leads {old} to {new}: {name} {says}"
                )


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the events."""
    app.connect("config-inited", check_moved)
    app.connect("build-finished", write_missing)
    return {"parallel_read_safe": True}
