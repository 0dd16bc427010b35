"""The built site's name, and the service worker that keeps what a reader has seen.

The name is the hash of all that the site serves. It goes into each page and into the worker, so
that the worker can tell its own build's pages from another's, and a browser a new worker from an
old one.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

WORKER = "offline.js"
STAMP = re.compile(rb'(<meta name="nb-build" content=")[0-9a-f]*(">)')
"""The tag in which a page has its build's name; it may have an earlier build's name in it."""
UNSEEN = {
    *("_sources", "objects.inv", ".buildinfo", ".built"),
    *("cards", "feed.xml", "robots.txt", "sitemap.xml"),
}
"""The files of the site that no page loads, and that the build's name does not depend on."""


def served(site: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the files that pages load, with their content, pages without a build's name."""
    for path in sorted(site.rglob("*")):
        if path.is_file() and path.relative_to(site).parts[0] not in UNSEEN:
            content = path.read_bytes()
            yield path, STAMP.sub(rb"\1\2", content) if path.suffix == ".html" else content


def name_build(site: Path) -> str:
    """Move the worker to the site's root, whose pages it serves; name the build in it and in them.

    Returns
    -------
    str
        The name: the same for the same site.
    """
    code = (site / "_static" / WORKER).read_bytes()
    (site / WORKER).write_bytes(code)
    (site / "_static" / WORKER).unlink()
    whole = hashlib.sha256()
    pages = []
    for path, content in served(site):
        whole.update(path.relative_to(site).as_posix().encode() + b"\0")
        whole.update(hashlib.sha256(content).digest())
        if path.suffix == ".html" and STAMP.search(content):
            pages.append((path, content))
    name = whole.hexdigest()[:12]
    for path, content in pages:
        path.write_bytes(STAMP.sub(rb"\g<1>" + name.encode() + rb"\2", content))
    (site / WORKER).write_bytes(f'self.NORMBOOK_BUILD = "{name}";\n'.encode() + code)
    return name


def publish_worker(app: "Sphinx", exception: Exception | None) -> None:
    """Put the service worker into the site that was built, and the build's name into its pages."""
    if exception is None and app.builder.name == "html":
        name_build(Path(app.outdir))


def setup(app: "Sphinx") -> dict[str, Any]:
    """Connect to the events."""
    app.connect("build-finished", publish_worker, priority=950)  # when all else is written
    return {"parallel_read_safe": True}
