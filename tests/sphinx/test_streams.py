"""What a cell prints is one block, wherever the kernel has cut it."""

import nbformat
import pytest

CONFIGURATION = """\
extensions = ["myst_nb", "normbook.sphinx.streams"]
nb_execution_mode = "off"
"""


def stdout(text: str) -> nbformat.NotebookNode:
    return nbformat.v4.new_output("stream", name="stdout", text=text)


def value(text: str) -> nbformat.NotebookNode:
    return nbformat.v4.new_output("execute_result", data={"text/plain": text}, execution_count=1)


@pytest.fixture
def blocks(tmp_path, build_pages):
    """Return a function that builds a page with a cell of these outputs; its blocks as text."""

    def build(*outputs: nbformat.NotebookNode) -> list[str]:
        (tmp_path / "conf.py").write_text(CONFIGURATION)
        cell = nbformat.v4.new_code_cell("run()", outputs=list(outputs))
        title = nbformat.v4.new_markdown_cell("# Page")
        metadata = {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}
        metadata |= {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
        notebook = nbformat.v4.new_notebook(cells=[title, cell], metadata=metadata)
        nbformat.write(notebook, tmp_path / "index.ipynb")
        (page,), warnings = build_pages(tmp_path, "index")
        assert warnings == ""
        return [pre.text for pre in page.select(".cell_output pre")]

    return build


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        (["one\ntwo\n"], "one\ntwo\n"),
        (["one", "\ntwo\n"], "one\ntwo\n"),
        (["0.01", " 0.03\n", "0.99 0.35\n"], "0.01 0.03\n0.99 0.35\n"),
        (["one\n\n", "two\n"], "one\n\ntwo\n"),
    ],
)
def test_parts_of_a_stream_are_one_block_without_a_line_more_or_less(blocks, parts, text):
    assert blocks(*map(stdout, parts)) == [text]


def test_what_a_cell_shows_between_stays_between(blocks):
    assert blocks(stdout("before\n"), value("42"), stdout("after\n")) == [
        "before\n",
        "42\n",
        "after\n",
    ]
