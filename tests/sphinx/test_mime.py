"""A project that does not name this package builds as if it were not installed."""

import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest

from normbook.widgets.explorable import MIME_TYPE

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'
LOAD_WITHOUT_EXTRAS = """\
import sys
from importlib.metadata import EntryPoint
sys.modules.update(dict.fromkeys(("anywidget", "ipywidgets", "matplotlib", "pytest", "torch")))
EntryPoint("normbook", sys.argv[1], "myst_nb.renderers").load()
"""


@pytest.fixture
def entry_points() -> dict[str, dict[str, str]]:
    return tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["entry-points"]


def test_myst_nb_loads_nothing_of_ours_in_projects_that_do_not_name_it(entry_points):
    assert set(entry_points) == {"myst_nb.renderers"}, "all of myst_nb.mime_renderers is loaded"


def test_the_renderer_needs_no_extra(entry_points):
    value = entry_points["myst_nb.renderers"]["normbook"]
    subprocess.run([sys.executable, "-c", LOAD_WITHOUT_EXTRAS, value], check=True)


def test_a_foreign_project_shows_outputs_as_myst_nb_does(tmp_path, build_pages):
    (tmp_path / "conf.py").write_text('extensions = ["myst_nb"]\nnb_execution_mode = "off"\n')
    bundles = [
        {"image/svg+xml": SVG, "text/plain": "<Figure>"},
        {MIME_TYPE: {"slug": "pipeline", "state": {}}, "text/html": "<p id='w'>a widget</p>"},
    ]
    outputs = [nbformat.v4.new_output("display_data", data=data) for data in bundles]
    cells = [nbformat.v4.new_markdown_cell("# Page")]
    cells += [nbformat.v4.new_code_cell("show", outputs=[output]) for output in outputs]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "index.ipynb")
    (page,), warnings = build_pages(tmp_path, "index")
    assert "alt text" not in warnings
    assert page.select_one("figure.nb-figure, .nb-mount") is None
    assert page.select_one("#w").text == "a widget"
    assert page.select_one("img[src$='.svg']")
