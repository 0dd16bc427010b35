"""A page for each explorable by itself, ``explorable/<slug>.html``: for slides and other pages.

It loads the explorable's module, the few lines that mount it, and nothing of the book's own look.
"""

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from normbook.widgets.explorable import Explorable, find_explorable, find_slugs

from .explorable import draw, in_words

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HEIGHT = 760
"""The height in pixels of the frame that is offered to other pages.

It has room for most explorables where it is wide; on a phone they are higher, and scroll within it.
"""


def alone() -> list[type[Explorable]]:
    """Return the explorables that make sense by themselves: those that can be told in words."""
    return [kind for kind in map(find_explorable, find_slugs()) if kind.alternative]


def pages(app: "Sphinx") -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the name, the content and the template of each page."""
    if app.builder.name != "html":
        return
    for kind in alone():
        name = f"explorable/{kind.slug}"
        place = draw(kind, kind().state(), static="../_static", chapters="../book/")
        address = f"{app.config.html_baseurl}{name}.html"
        yield (
            name,
            {
                "slug": kind.slug,
                "width": kind.page_width,
                "title": kind.title,
                "words": kind.alternative[0],
                "alternative": in_words(kind),
                "place": place,
                "nb_type": "LearningResource",
                "frame": (
                    f'<iframe src="{address}" title="{escape(kind.title)}" width="100%" '
                    f'height="{HEIGHT}" loading="lazy" allow="clipboard-write" '
                    'style="border: 0"></iframe>'
                ),
            },
            "standalone.html",
        )


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event at which pages without a source are made."""
    app.connect("html-collect-pages", pages)
    return {"parallel_read_safe": True}
