"""A card for each page, ``cards/<page>.png``: what others show beside a link to it.

It has the page's title, and the picture of its first model or figure, as the page itself has it;
where there is none, its description. ``card.mjs`` draws it.
"""

import base64
import io
import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from PIL import Image

from normbook.widgets.explorable import Explorable

from ..kept import made_once
from ..node import SCRIPT, prerenderer
from ..page import DIST

if TYPE_CHECKING:
    from sphinx.application import Sphinx

CARDS = "cards"
"""The folder of the cards, below the site's root."""
KEPT = Path("_build", "cards")
"""Where the last build's cards are kept."""
DRAWN_BY = SCRIPT.with_name("card.mjs")
EXPLORABLES = Explorable.dist() / "explorables"
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "STIXGeneral.ttf")
"""Files of fonts that Matplotlib brings, for charts and Greek; the last has signs that the others
lack."""
PICTURED = re.compile(r'<(div|figure) class="(?:[^" ]+ )*nb-(?:mount|figure)[" ]')
"""Where a model or a figure begins."""
SLUG = re.compile(r'data-slug="(\w+)"')
"""Where a model names itself, and so its style; a figure has none of its own."""
COLOURS = 128
"""How many colours a card has: with more its file is twice as large, and looks the same."""


def make(
    app: "Sphinx",
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Write the card of a page, if it names one of its own."""
    found = context.get("nb_found")
    if not found or "nb_card" in context:
        return
    fonts = files("matplotlib") / "mpl-data" / "fonts" / "ttf"
    place = pictured(context.get("body") or context["place"])
    styles = [DIST / "site.css", *(EXPLORABLES / f"{slug}.css" for slug in SLUG.findall(place)[:1])]
    request = {
        "kind": "card",
        "place": place,
        "title": found["title"],
        "words": context["nb_description"],
        "book": app.env.titles[app.config.root_doc].astext(),
        "styles": [str(path) for path in styles],
        "sans": [str(fonts / name) for name in FONTS],
    }
    read = (path.read_bytes() for path in (DRAWN_BY, *styles))
    kept = made_once(
        Path(app.srcdir, KEPT, pagename),
        (repr(request).encode(), *read),
        lambda folder: draw(request, folder),
    )
    target = Path(app.outdir, CARDS, f"{pagename}.png")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes((kept / "card.png").read_bytes())


def pictured(page: str) -> str:
    """Return the page's first model or figure that has a picture, as HTML; nothing without one."""
    for begin in PICTURED.finditer(page):
        element = element_at(page, begin.start(), begin[1])
        if "viewBox=" in element:
            return element
    return ""


def element_at(page: str, start: int, tag: str) -> str:
    """Return the element that begins at a place, to its end."""
    depth = 0
    for found in re.compile(rf"<(/?){tag}\b[^>]*>").finditer(page, start):
        depth += -1 if found[1] else 1
        if depth == 0:
            return page[start : found.end()]
    return page[start:]


def draw(request: dict[str, Any], folder: Path) -> None:
    """Put a card into a folder."""
    drawn = Image.open(io.BytesIO(base64.b64decode(prerenderer.render(request))))
    few = drawn.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(folder / "card.png", optimize=True)


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("html-page-context", make, priority=980)  # when the page has all its words
    return {"parallel_read_safe": True}
