"""The place of a playground on the static page: a picture, words and links, and nothing to set."""

import json
from importlib.metadata import entry_points
from typing import Any

import nbformat
import pytest
from bs4 import Tag

from normbook.playgrounds import Playground
from normbook.sphinx.notebook import to_notebook
from normbook.sphinx.playground import PlaygroundRenderer

CONFIGURATION = """\
extensions = ["myst_nb", "normbook.sphinx.playground"]
nb_execution_mode = "off"
html_theme_options = {"repository_url": "https://github.com/a/b", "repository_branch": "main"}
html_theme = "sphinx_book_theme"
"""

KERNEL = """\
---
kernelspec:
  name: python3
  display_name: Python 3
---
"""


def output() -> dict[str, Any]:
    """Return what a cell that shows the playground has as its output, as Jupyter stores it."""
    data, metadata = Playground("layer_norm")._repr_mimebundle_()
    stored = json.loads(json.dumps({"data": data, "metadata": metadata}))
    return nbformat.v4.new_output("execute_result", execution_count=1, **stored)


@pytest.fixture(scope="module")
def built(tmp_path_factory, build_pages) -> tuple[Tag, str]:
    """The place of a playground in a page that was built, and the build's warnings."""
    folder = tmp_path_factory.mktemp("book")
    (folder / "conf.py").write_text(CONFIGURATION)
    title = nbformat.v4.new_markdown_cell("# Page")
    shown = [nbformat.v4.new_code_cell("playground", outputs=[output()]) for _ in range(2)]
    metadata = {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}
    metadata |= {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    notebook = nbformat.v4.new_notebook(cells=[title, *shown], metadata=metadata)
    nbformat.write(notebook, folder / "index.ipynb")
    (page,), warnings = build_pages(folder, "index")
    return page, warnings


@pytest.fixture
def place(built) -> Tag:
    page, warnings = built
    assert warnings == ""
    return page.select("figure.nb-playground")[0]


def test_the_renderer_is_installed():
    found = {point.name: point for point in entry_points(group="myst_nb.mime_renderers")}
    assert found["playground"].load() is PlaygroundRenderer, "install the package anew"


def test_the_picture_is_there_in_the_page_s_colours_and_in_words(place):
    (picture,) = place.select("svg")
    assert picture["role"] == "img"
    assert picture["aria-label"] == Playground("layer_norm").alt
    assert "var(--nb-teal)" in str(picture)
    assert "#0b6e75" not in str(picture)


def test_the_title_and_what_a_reader_sets_are_said(place):
    assert place.select_one(".nb-playground-title").text == "LayerNorm on a batch of rows"
    sentence = "With a kernel you set: offset (here 3.0), scale (here 2.0), tails (here light), ε"
    assert place.select_one("figcaption").text.startswith(sentence)


def test_the_places_where_it_runs_are_linked(place):
    links = {a.text: a["href"] for a in place.select("a")}
    assert links["Binder"].startswith("https://mybinder.org/v2/gh/a/b/main?urlpath=lab")
    assert links["Colab"].startswith("https://colab.research.google.com/github/a/b/")
    assert "make lab" in place.text


def test_nothing_looks_as_if_it_could_be_set(built):
    page, _ = built
    cells = page.select(".cell_output")
    assert len(cells) == 2
    for cell in cells:
        assert cell.select("input, select, button, [role=slider], script") == []
        assert len(cell.select("svg")) == 1


def test_two_of_them_share_no_id(built):
    ids = [element["id"] for element in built[0].select("figure.nb-playground [id]")]
    assert ids
    assert len(ids) == len(set(ids))


def test_the_published_notebook_has_the_cell_as_it_is(tmp_path):
    source = '```{code-cell}\nPlayground("x")\n```\n'
    (tmp_path / "chapter.md").write_text(KERNEL + source)
    cells = to_notebook(tmp_path / "chapter.md", "w").cells
    assert 'Playground("x")' in [cell.source for cell in cells]
