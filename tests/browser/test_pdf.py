"""The book printed as one document, of three of its pages."""

import io

import pytest
from pdf import pages_of_anchors, print_book, read_chapters
from pypdf import PdfReader

SHORT = ("book/index", "book/capstone_iris", "book/cheat_sheet")
CONFIG = {
    "title": "A book",
    "author": "Its authors",
    "html": {"baseurl": "https://example.org/"},
}


@pytest.fixture(scope="module")
def printed(browser, site_url):
    chapters = [each for each in read_chapters() if each.name in SHORT]
    return print_book(browser, site_url, chapters, CONFIG, "A4")


def test_the_contents_name_the_page_on_which_a_chapter_begins(printed):
    reader = PdfReader(io.BytesIO(printed))
    contents = reader.pages[1].extract_text()
    begins = pages_of_anchors(printed)
    for name in SHORT:
        number = begins[f"page-{name.replace('/', '-')}"]
        assert str(number) in contents.split()
        assert str(number) in reader.pages[number - 1].extract_text().splitlines()


def test_it_has_an_outline_tags_and_links_within(printed):
    reader = PdfReader(io.BytesIO(printed))
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert len(titles) == len(SHORT)
    assert titles[-1] == "Cheat sheet"
    assert reader.root_object["/MarkInfo"]["/Marked"]
    assert any(
        "/Dest" in note.get_object() or "/D" in note.get_object().get("/A", {})
        for page in reader.pages
        for note in page.get("/Annots", [])
    )


def test_an_exercise_is_on_paper_with_its_stub_and_where_to_solve_it(printed):
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(printed)).pages)
    assert "def " in text
    assert "normbook start iris_mlp" in " ".join(text.split())
