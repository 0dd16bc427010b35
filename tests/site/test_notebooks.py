"""The published notebooks run from top to bottom on their own."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

BOOK = Path(__file__).parents[2] / "book"
CHAPTERS = sorted(p.stem for p in BOOK.glob("*.md") if "kernelspec:" in p.read_text())


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_published_notebook_runs(site, chapter, tmp_path):
    notebook = nbformat.read(site / "_sources" / "book" / f"{chapter}.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()
    assert any(cell.get("outputs") for cell in notebook.cells)
