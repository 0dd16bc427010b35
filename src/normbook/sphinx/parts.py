"""The book's parts, as ``_toc.yml`` lists them."""

from typing import TYPE_CHECKING

from sphinx import addnodes

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

APPENDICES = "Appendices"
"""The part whose pages are no chapters."""


def chapters(env: "BuildEnvironment") -> list[str]:
    """Return the names of the chapters' pages, in order."""
    root = env.get_doctree(env.config.root_doc)
    parts = [part for part in root.findall(addnodes.toctree) if part["caption"] != APPENDICES]
    return [page for part in parts for _, page in part["entries"]]
