"""The published notebooks run from top to bottom on their own, on another machine than the book's.

What they print is what the pages show, but for digits, which are a machine's own; and what the text
says of it holds there, too.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import jupytext
import nbformat
import pytest
from bs4 import BeautifulSoup
from nbclient import NotebookClient
from nbformat import NotebookNode

from normbook.sphinx.claims import answered, parse, parse_answer, with_probes
from normbook.sphinx.claims.evaluate import Answer
from normbook.sphinx.claims.probe import CLAIM, QUESTION
from normbook.sphinx.claims.role import compare
from normbook.sphinx.notebook import FENCE
from normbook.sphinx.predict.answers import CHECKS
from normbook.sphinx.predict.plain import read_directive
from normbook.sphinx.predict.text import Question

BOOK = Path(__file__).parents[2] / "book"
CHAPTERS = sorted(p.stem for p in BOOK.glob("*.md") if "kernelspec:" in p.read_text())
PRINTED = ".cell_output div.stream pre, .cell_output div.text_plain pre"
NUMBER = re.compile(r"-?\d[\d.]*(e[-+]?\d+)?|\b(nan|inf)\b")
ANOTHER_MACHINE = {
    "ATEN_CPU_CAPABILITY": "default",  # of PyTorch's own kernels those for any processor
    "MKL_CBWR": "COMPATIBLE",
    "OPENBLAS_CORETYPE": "Prescott",
    "OMP_NUM_THREADS": "2",
    # A thread that waits for another gives its processor back: where others want it, ten times less
    # time for the same numbers.
    "OMP_WAIT_POLICY": "passive",
}


def shown(page: Path) -> dict[str, str]:
    """Return what a page shows below each of its cells, by the cell's source."""
    cells = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").select("div.cell")
    return {
        source.text.strip(): "\n".join(part.text for part in cell.select(PRINTED))
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
    return "\n".join(("".join(streams), *values))


def without_digits(text: str) -> str:
    """Return a text in which every number is the same."""
    return "".join(NUMBER.sub("#", text).split())


def with_claims(published: NotebookNode, chapter: Path) -> NotebookNode:
    """Return a published notebook with the texts of its chapter, in which the claims stand."""
    texts = iter([c.source for c in jupytext.read(chapter).cells if c.cell_type == "markdown"])
    # The answer to a question has a cell of its own, behind the cell that gives it.
    published.cells = [each for each in published.cells if not each.source.startswith("<details>")]
    for cell in published.cells:
        if cell.cell_type == "markdown":
            cell.source = next(texts)
    return published


def wrong(executed: NotebookNode, answers: list[Answer]) -> Iterator[str]:
    """Yield the claims and the answers to questions of a notebook that do not hold."""
    waiting, output = iter(answers), ""
    for number, cell in enumerate(executed.cells):
        if cell.cell_type == "code":
            output = printed(cell).strip() or output
            continue
        for text, question in split_at_questions(cell.source):
            if question is not None:
                below = next(filter(None, map(printed_or_nothing, executed.cells[number:])), "")
                yield from wrong_answer(question, waiting, below)
            for said in map(parse, CLAIM.findall(text)):
                comparison = compare(said, next(waiting) if said.expression else None, output)
                if not comparison.holds:
                    yield str(comparison)


def printed_or_nothing(cell: NotebookNode) -> str:
    """Return what a cell printed, if it is one that runs."""
    return printed(cell).strip() if cell.cell_type == "code" else ""


def split_at_questions(text: str) -> Iterator[tuple[str, Question | None]]:
    """Yield the parts of a text in order, and of those that are a question the question."""
    end = 0
    for match in QUESTION.finditer(text):
        yield text[end : match.start()], None
        fence = FENCE.match(match[0])
        assert fence is not None, match[0]
        yield match[0], read_directive(fence["argument"].strip(), fence["body"])
        end = match.end()
    yield text[end:], None


def wrong_answer(question: Question, waiting: Iterator[Answer], below: str) -> Iterator[str]:
    """Yield why the answer to a question is another, if it is."""
    said = parse_answer(question.kind, question.options["answer"])
    answer = next(waiting) if said.expression else None
    if complaint := CHECKS[question.kind](question, answer, below):
        yield f"{question.slug}: {complaint}"


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_published_notebook_runs_elsewhere_and_its_text_holds(
    site, chapter, tmp_path, monkeypatch
):
    for name, value in ANOTHER_MACHINE.items():
        monkeypatch.setenv(name, value)
    published = nbformat.read(site / "_sources" / "book" / f"{chapter}.ipynb", as_version=4)
    notebook = with_probes(with_claims(published, BOOK / f"{chapter}.md"))
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": tmp_path}}).execute()
    notebook, answers = answered(notebook)
    again = {cell.source: printed(cell) for cell in notebook.cells if cell.cell_type == "code"}
    first = shown(site / "book" / f"{chapter}.html")
    assert any(again.values()), f"book/{chapter}.md: no cell prints anything"
    assert len(first) > 1, f"book/{chapter}.md: its page shows one cell or none"
    assert {source: without_digits(again[source]) for source in first} == {
        source: without_digits(text) for source, text in first.items()
    }
    assert list(wrong(notebook, answers)) == []
