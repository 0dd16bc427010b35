"""Chapters are found by what they are about, and exist."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from docutils import nodes
from sphinx import addnodes

from normbook.sphinx import search

BOOK = Path(__file__).parents[2] / "book"


def entries(docname: str) -> list[tuple]:
    """Return the entries that a page is given."""
    section = nodes.section("", nodes.title("", "Title"))
    document = nodes.document(None, None)
    document += section
    search.add_entries(SimpleNamespace(env=SimpleNamespace(docname=docname)), document)
    return [each for index in section.findall(addnodes.index) for each in index["entries"]]


def test_a_chapter_is_found_by_its_symbols_before_pages_that_only_have_the_word():
    assert ("single", "ε", "", "main", None) in entries("book/epsilon")
    assert ("single", "rms_norm", "", "main", None) in entries("book/rms_norm")
    assert entries("book/about") == []


@pytest.mark.parametrize("chapter", search.SOUGHT)
def test_each_chapter_that_is_sought_exists(chapter):
    assert (BOOK / f"{chapter}.md").is_file()


def test_no_word_leads_to_two_chapters():
    words = [word for sought in search.SOUGHT.values() for word in sought]
    assert sorted(words) == sorted(set(words))
