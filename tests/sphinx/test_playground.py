"""The place of a playground on the static page: controls, a picture, words and links."""

import json
from importlib.metadata import entry_points
from typing import Any

import nbformat
import pytest
from bench_playgrounds import states
from bs4 import BeautifulSoup, Tag

from normbook.playgrounds import Playground, find_playground, slugs
from normbook.playgrounds.panel.chart import as_plain, keys, shared_keys
from normbook.sphinx.mime import BookRenderer
from normbook.sphinx.node import prerenderer
from normbook.sphinx.notebook import to_notebook

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
    found = {point.name: point for point in entry_points(group="myst_nb.renderers")}
    assert found["normbook"].load() is BookRenderer, "install the package anew"


def test_the_picture_is_there_and_in_words(place):
    (picture,) = place.select(".nb-playground-picture > *")
    assert picture["role"] == "img"
    assert picture["aria-label"] == Playground("layer_norm").alt
    assert len(picture.select(".nb-panels > *")) == 3
    titles = [title.text for title in picture.select(".nb-plot-title")]
    assert titles == ["Before", "After", "Each row"]


def test_each_control_stands_at_its_start(place):
    values = [output.text for output in place.select(".nb-slider-value")]
    assert values == ["3.0", "2.0", "1e−5"]
    assert [slider["aria-valuetext"] for slider in place.select("input")] == values
    chosen = [option.text for option in place.select("option") if option.has_attr("selected")]
    assert chosen == ["heavy"]


def test_the_module_hears_of_the_controls_and_not_of_the_chart(place):
    told = json.loads(place.select_one("script").string)
    assert (told["slug"], told["title"]) == ("layer_norm", "LayerNorm on a batch of rows")
    assert [each["label"] for each in told["controls"]] == ["offset", "scale", "tails", "ε"]
    assert set(told) == {"slug", "title", "controls"}
    assert place["data-module"].endswith("_static/playground/playground.mjs")
    assert place["data-python"].endswith("_static/python/")


def test_what_the_picture_shows_is_said_for_paper(place):
    sentence = "Here: offset 3.0, scale 2.0, tails heavy, ε 1e−5."
    assert place.select_one(".nb-playground-here").text == sentence


def test_what_holds_until_python_is_loaded_can_go_alone(place):
    live = place.select_one(".nb-playground-live")
    assert live.text == "Python draws it, in your browser: it is loaded once a control moves."
    live.select_one(".nb-playground-once").extract()
    assert live.text == "Python draws it, in your browser."


def test_the_places_where_it_runs_are_linked(place):
    links = {a.text: a["href"] for a in place.select("a")}
    assert links["Binder"].startswith("https://mybinder.org/v2/gh/a/b/main?urlpath=lab")
    assert links["Colab"].startswith("https://colab.research.google.com/github/a/b/")
    assert "make lab" in place.text


def test_each_cell_has_its_own(built):
    page, _ = built
    cells = page.select(".cell_output")
    assert [len(cell.select("figure.nb-playground")) for cell in cells] == [1, 1]
    assert page.select("figure.nb-playground [id]") == []


def test_the_published_notebook_has_the_cell_as_it_is(tmp_path):
    source = '```{code-cell}\nPlayground("x")\n```\n'
    (tmp_path / "chapter.md").write_text(KERNEL + source)
    cells = to_notebook(tmp_path / "chapter.md", "w").cells
    assert 'Playground("x")' in [cell.source for cell in cells]


@pytest.mark.parametrize("slug", slugs())
def test_the_page_can_draw_the_start_and_both_ends_of_every_control(slug):
    source = find_playground(slug)
    controls = [control.as_plain() for control in source.controls().values()]
    for values in states(source):
        chart = source.draw(**values)
        content = {"slug": slug, "title": "", "alt": "", "controls": controls}
        request = {"kind": "playground", "content": content | {"chart": as_plain(chart)}}
        page = BeautifulSoup(prerenderer.render(request), "html.parser")
        drawn = [path["d"] for path in page.select("path")]
        assert not [d for d in drawn if "NaN" in d or "undefined" in d], values
        assert len(page.select(".nb-panels > *")) == len(chart.panels), values
        shared = shared_keys(chart)
        names = [key.name for key in shared or [k for p in chart.panels for k in keys(p)]]
        assert [item.text for item in page.select(".nb-keys li")] == names, values
