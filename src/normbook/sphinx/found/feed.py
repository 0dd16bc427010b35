"""``feed.xml``, an Atom feed of the book's versions: what ``CHANGELOG.md`` gives a day."""

from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from markdown_it import MarkdownIt
from mdit_py_plugins.deflist import deflist_plugin

from ..changelog import Version, versions
from ..repository import release_url
from .head import authors

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FEED = "feed.xml"
NAMESPACE = "http://www.w3.org/2005/Atom"


def to_xml(app: "Sphinx", listed: list[Version]) -> bytes:
    """Return the feed."""
    base, root = app.config.html_baseurl, app.config.root_doc
    markdown = MarkdownIt().use(deflist_plugin)
    feed = ElementTree.Element("feed", xmlns=NAMESPACE)
    add(feed, "id", f"{base}{FEED}")
    add(feed, "title", f"{app.env.titles[root].astext()}: what changed")
    add(feed, "updated", midnight(max(version.day for version in listed)))
    add(feed, "link", rel="self", href=f"{base}{FEED}")
    add(feed, "link", href=f"{base}{root}.html")
    for one in authors(Path(app.srcdir)):
        add(add(feed, "author"), "name", one["name"])
    for version in listed:
        address = release_url(app.config, version.name)
        entry = add(feed, "entry")
        add(entry, "id", address)
        add(entry, "title", version.name)
        add(entry, "updated", midnight(version.day))
        add(entry, "link", href=address)
        add(entry, "content", markdown.render(version.changes), type="html")
    ElementTree.indent(feed)
    return ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)


def add(
    parent: ElementTree.Element, tag: str, text: str | None = None, **attributes: str
) -> ElementTree.Element:
    """Return a new element at the end of another."""
    element = ElementTree.SubElement(parent, tag, attributes)
    element.text = text
    return element


def midnight(day: str) -> str:
    """Return a day as Atom writes times."""
    return f"{day}T00:00:00Z"


def write(app: "Sphinx", exception: Exception | None) -> None:
    """Write the feed."""
    if exception is not None or app.builder.name != "html" or not app.config.html_baseurl:
        return
    changes = Path(app.srcdir, "CHANGELOG.md").read_text(encoding="utf-8")
    listed = [version for version in versions(changes) if version.day]
    Path(app.outdir, FEED).write_bytes(to_xml(app, listed))


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the event."""
    app.connect("build-finished", write)
    return {"parallel_read_safe": True}
