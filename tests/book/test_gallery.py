"""Every explorable is in the gallery, in a chapter, and in the reference of the code."""

import re
from pathlib import Path

import pytest

from normbook.widgets.explorable import HERE, find_explorable

BOOK = Path(__file__).parents[2] / "book"
SLUGS = sorted(path.parent.name for path in HERE.glob("*/widget.py"))


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "quiz"])
def test_it_is_in_the_gallery(slug):
    name = find_explorable(slug).__name__
    cell = f"```{{code-cell}} ipython3\nwidgets.{name}()\n```"
    shown = f"\nwidgets.{name}(" in (BOOK / "gallery.md").read_text(encoding="utf-8")
    assert shown, f"book/gallery.md: write a section, with a question and this cell:\n\n{cell}"


@pytest.mark.parametrize("slug", SLUGS)
def test_it_is_in_a_chapter(slug):
    name = find_explorable(slug).__name__
    pages = [page for page in BOOK.glob("*.md") if page.name not in {"gallery.md", "api.md"}]
    shown = re.compile(rf"\b{name}[.(]|{{explorable}} {slug}\b")
    assert any(shown.search(page.read_text(encoding="utf-8")) for page in pages), (
        f"write into its chapter, a file of book/, a cell {name}(), with {name} from "
        "normbook.widgets"
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_it_is_in_the_reference(slug):
    name = f"normbook.widgets.{find_explorable(slug).__name__}"
    listed = f".. autoclass:: {name}(" in (BOOK / "api.md").read_text(encoding="utf-8")
    assert listed, f"book/api.md, below 'The explorables': write .. autoclass:: {name}(**traits)"
