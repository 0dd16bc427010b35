"""The published notebooks run from top to bottom on their own, and print what the pages show."""

from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbclient import NotebookClient
from nbformat import NotebookNode

BOOK = Path(__file__).parents[2] / "book"
CHAPTERS = sorted(p.stem for p in BOOK.glob("*.md") if "kernelspec:" in p.read_text())
PRINTED = ".cell_output div.stream pre, .cell_output div.text_plain pre"
CLOCK = "time_in_turn"
"""What cells call whose outcome is the machine's, not the book's."""


def shown(page: Path) -> dict[str, str]:
    """Return what a page shows below each of its cells, by the cell's source."""
    cells = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select("div.cell")
    return {
        source.text.strip(): "\n".join(part.text.strip() for part in cell.select(PRINTED))
        for cell in cells
        if (source := cell.select_one(".cell_input pre"))
    }


def printed(cell: NotebookNode) -> str:
    """Return what a cell printed, and its value where that is text."""
    streams = [output.text for output in cell.outputs if output.output_type == "stream"]
    values = [
        output.data["text/plain"]
        for output in cell.outputs
        if set(output.get("data", ())) == {"text/plain"}
    ]
    return "\n".join(part.strip() for part in ("".join(streams), *values) if part)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_published_notebook_runs_and_prints_what_its_page_shows(
    site, chapter, tmp_path, monkeypatch
):
    monkeypatch.setenv("OMP_NUM_THREADS", "1")  # as the book is built: sums are in one order
    notebook = nbformat.read(site / "_sources" / "book" / f"{chapter}.ipynb", as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()
    again = {cell.source: printed(cell) for cell in notebook.cells if cell.cell_type == "code"}
    first = shown(site / "book" / f"{chapter}.html")
    assert any(again.values()), f"book/{chapter}.md: no cell prints anything"
    assert len(first) > 1, f"book/{chapter}.md: its page shows one cell or none"
    assert {source: again[source] for source in first if CLOCK not in source} == {
        source: text for source, text in first.items() if CLOCK not in source
    }
