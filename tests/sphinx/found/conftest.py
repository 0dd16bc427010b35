"""A book of three pages, as far as what others are told of it goes."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils import nodes
from sphinx import addnodes

BASE = "https://example.org/book-of/"
CITATION = """\
authors:
  - name: The Example Group
  - given-names: Ada
    family-names: Example
date-released: 2026-02-03
"""


@pytest.fixture
def app(tmp_path) -> SimpleNamespace:
    """The application that builds it."""
    (tmp_path / "CITATION.cff").write_text(CITATION)
    root = nodes.container()
    for caption, pages in (("The norm", ["one", "two"]), ("Appendices", ["words"])):
        entries = [(None, f"book/{page}") for page in pages]
        root += addnodes.toctree(caption=caption, entries=entries)
    config = SimpleNamespace(
        root_doc="book/index",
        html_baseurl=BASE,
        language="en",
        html_theme_options={"repository_url": "https://example.org/one/book"},
    )
    titles = {"index": "Inside Out", "one": "First", "two": "A < B", "words": "Words"}
    env = SimpleNamespace(
        config=config,
        titles={f"book/{name}": nodes.title("", title) for name, title in titles.items()},
        tocs={config.root_doc: root},
        metadata={},
        doc2path=lambda name: str(Path(tmp_path, f"{name}.md")),
    )
    outdir = tmp_path / "site"
    outdir.mkdir()
    builder = SimpleNamespace(name="html")
    return SimpleNamespace(srcdir=tmp_path, outdir=outdir, env=env, config=config, builder=builder)
