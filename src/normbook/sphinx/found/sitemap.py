"""``sitemap.xml``, the list of all pages, and ``robots.txt``, which leads to it.

Listed is what a page says of itself (`head`): who says nothing, as the search or the page for what
is missing, is not listed.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
DATA = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


def pages(site: Path) -> Iterator[dict[str, Any]]:
    """Yield what the pages of a built site say of themselves."""
    for path in sorted(site.rglob("*.html")):
        if found := DATA.search(path.read_text(encoding="utf-8")):
            yield json.loads(found[1])


def to_xml(listed: Iterator[dict[str, Any]]) -> bytes:
    """Return the list."""
    root = ElementTree.Element("urlset", xmlns=NAMESPACE)
    for data in listed:
        page = ElementTree.SubElement(root, "url")
        ElementTree.SubElement(page, "loc").text = data["url"]
        if day := data.get("dateModified"):
            ElementTree.SubElement(page, "lastmod").text = day
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)


def write(app: "Sphinx", exception: Exception | None) -> None:
    """Write both."""
    base, site = app.config.html_baseurl, Path(app.outdir)
    if exception is not None or app.builder.name != "html" or not base:
        return
    (site / "sitemap.xml").write_bytes(to_xml(pages(site)))
    (site / "robots.txt").write_text(f"User-agent: *\nAllow: /\n\nSitemap: {base}sitemap.xml\n")


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("build-finished", write)
    return {"parallel_read_safe": True}
