"""The chapters as notebooks to work in: made, renewed, and never taken from who works in them."""

import json
import os

import nbformat
import pytest
from notebooks import WRITTEN, chapters, write_notebooks

CHAPTER = """\
---
kernelspec:
  name: python3
  display_name: Python 3
---

# A chapter

```{code-cell} ipython3
prompt("standardize")
```
"""


@pytest.fixture
def book(tmp_path):
    folder = tmp_path / "book"
    folder.mkdir()
    (folder / "scaling.md").write_text(CHAPTER)
    (folder / "about.md").write_text("# A page without cells\n")
    return folder


def test_each_page_with_cells_is_a_notebook_with_a_place_to_solve(book, tmp_path):
    assert write_notebooks(book, tmp_path / "notebooks") == []
    assert [page.stem for page in chapters(book)] == ["scaling"]
    notebook = nbformat.read(tmp_path / "notebooks" / "scaling.ipynb", as_version=4)
    _, _, stub, check = (cell.source for cell in notebook.cells)
    assert "def standardize" in stub
    assert 'check("standardize", standardize)' in check


def test_a_chapter_that_changes_is_written_anew(book, tmp_path):
    folder = tmp_path / "notebooks"
    write_notebooks(book, folder)
    (book / "scaling.md").write_text(CHAPTER.replace("A chapter", "Another"))
    assert write_notebooks(book, folder) == []
    assert "Another" in (folder / "scaling.ipynb").read_text()


def test_a_reader_s_work_stays_and_is_named_where_the_chapter_has_changed(book, tmp_path):
    folder = tmp_path / "notebooks"
    write_notebooks(book, folder)
    mine = (folder / "scaling.ipynb").read_text().replace("A chapter", "Mine")
    (folder / "scaling.ipynb").write_text(mine)
    assert write_notebooks(book, folder) == []
    (book / "scaling.md").write_text(CHAPTER.replace("A chapter", "Another"))
    assert write_notebooks(book, folder) == ["scaling.ipynb"]
    assert (folder / "scaling.ipynb").read_text() == mine


def test_where_the_disk_is_full_no_half_of_a_notebook_stays(book, tmp_path, monkeypatch):
    folder = tmp_path / "notebooks"
    write_notebooks(book, folder)
    before = (folder / "scaling.ipynb").read_bytes()

    def refuse(file: int) -> None:
        raise OSError("No space left on device")

    (book / "scaling.md").write_text(CHAPTER.replace("A chapter", "Another"))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", refuse)  # by which a system tells at the latest
        with pytest.raises(OSError, match="No space"):
            write_notebooks(book, folder)
    assert (folder / "scaling.ipynb").read_bytes() == before
    assert write_notebooks(book, folder) == []
    assert "Another" in (folder / "scaling.ipynb").read_text()


def test_a_torn_record_is_none(book, tmp_path):
    folder = tmp_path / "notebooks"
    write_notebooks(book, folder)
    (folder / WRITTEN).write_text('{"scaling.ipynb": "0f')
    assert write_notebooks(book, folder) == []
    assert json.loads((folder / WRITTEN).read_text()) != {}


def test_a_notebook_that_this_did_not_write_stays(book, tmp_path):
    folder = tmp_path / "notebooks"
    folder.mkdir()
    (folder / "scaling.ipynb").write_text("{}")
    assert write_notebooks(book, folder) == ["scaling.ipynb"]
    assert (folder / "scaling.ipynb").read_text() == "{}"
    assert json.loads((folder / WRITTEN).read_text()) == {}
