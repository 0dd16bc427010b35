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
    env = SimpleNamespace(docname=docname, domaindata={"index": {"entries": {}}})
    search.add_entries(SimpleNamespace(env=env), document)
    found = [each for index in section.findall(addnodes.index) for each in index["entries"]]
    assert env.domaindata["index"]["entries"].get(docname, []) == found
    return found


def test_a_chapter_is_found_by_its_symbols_before_pages_that_only_have_the_word():
    assert ("single", "ε", "", "main", None) in entries("book/epsilon")
    assert ("single", "rms_norm", "", "main", None) in entries("book/rms_norm")
    assert entries("book/about") == []


@pytest.mark.parametrize("chapter", search.SOUGHT)
def test_each_chapter_that_is_sought_exists(chapter):
    assert (BOOK / f"{chapter}.md").is_file()


def test_an_entry_stays_where_its_page_was_not_written():
    entries = {"a": [("single", "ε", "", "main", None)], "b": [("single", "γ", "", "main", None)]}
    noted = {"b": [("γ", "", "main")]}
    app = SimpleNamespace(
        builder=SimpleNamespace(indexer=SimpleNamespace(_index_entries=noted)),
        env=SimpleNamespace(domaindata={"index": {"entries": entries}}),
    )
    assert search.keep_entries(app) == []
    assert noted == {"a": [("ε", "", "main")], "b": [("γ", "", "main")]}


def test_no_word_leads_to_two_chapters():
    words = [word for sought in search.SOUGHT.values() for word in sought]
    assert sorted(words) == sorted(set(words))
