"""What others are told of the book: search engines, readers of feeds, places where it is linked.

All of it is made of what the book has anyhow: a page's title, first paragraph and first model,
``CITATION.cff``, ``CHANGELOG.md``. What names the site's address, so all but the descriptions, is
left out where ``_config.yml`` has none.
"""

from typing import TYPE_CHECKING, Any

from . import cards, feed, head, sitemap

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: "Sphinx") -> dict[str, Any]:
    """Register the parts."""
    for part in (head, cards, feed, sitemap):
        part.setup(app)
    return {"parallel_read_safe": True}
