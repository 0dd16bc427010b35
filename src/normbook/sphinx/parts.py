"""The book's parts, as ``_toc.yml`` lists them."""

from typing import TYPE_CHECKING, NamedTuple

from sphinx import addnodes

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment

APPENDICES = "Appendices"
"""The caption of the part of ``_toc.yml`` whose pages are no chapters."""


class Part(NamedTuple):
    """A part's title, and the names of its pages."""

    title: str
    pages: list[str]


def parts(env: "BuildEnvironment") -> list[Part]:
    """Return the parts, in order."""
    trees = env.tocs[env.config.root_doc].findall(addnodes.toctree)
    return [Part(tree["caption"], [page for _, page in tree["entries"]]) for tree in trees]


def chapters(env: "BuildEnvironment") -> list[str]:
    """Return the names of the chapters' pages, in order."""
    return [page for part in parts(env) if part.title != APPENDICES for page in part.pages]
