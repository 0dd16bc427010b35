"""Explorables and exercises on a page: there at once, and a mistake is a warning."""

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from normbook.widgets.pipeline.widget import Pipeline

CONFIGURATION = """\
extensions = ["myst_nb", "normbook.sphinx.explorable", "normbook.sphinx.exercise",
              "normbook.sphinx.mathematics"]
myst_enable_extensions = ["dollarmath"]
nb_execution_mode = "off"
"""


@pytest.fixture
def build(tmp_path: Path, build_pages):
    """Build one page; return it and the warnings."""

    def run(text: str) -> tuple[BeautifulSoup, str]:
        (tmp_path / "conf.py").write_text(CONFIGURATION)
        (tmp_path / "index.md").write_text(f"# Page\n\n{text}\n")
        (page,), warnings = build_pages(tmp_path, "index")
        return page, warnings

    return run


def test_an_explorable_has_its_picture_its_state_and_its_words(build):
    page, warnings = build('```{explorable} pipeline\n:state: {"x": [1, 2, 6]}\n```')
    assert warnings == ""
    mount = page.select_one('.nb-mount[data-slug="pipeline"]')
    assert json.loads(mount.select_one("script").string)["x"] == [1, 2, 6]
    assert len(mount.select(".nb-mount-here svg")) >= 4
    assert "drag" in mount.select_one(".nb-alternative").get_text()
    assert mount["data-module"] == "_static/explorables/pipeline.mjs"
    (ahead,) = page.select("link[rel=modulepreload]")  # since this is the front page
    assert ahead["href"] == mount["data-module"]


def test_a_brief_explorable_is_a_picture_that_waits_for_its_button(build):
    page, warnings = build("```{explorable} laboratory\n:preset: two\n:brief:\n```")
    assert warnings == ""
    assert not page.select("link[rel=modulepreload]")
    mount = page.select_one(".nb-mount")
    state = json.loads(mount.select_one("script").string)
    assert (state["batch_size"], state["brief"]) == (2, True)
    assert mount.select_one(".nb-mount-here[inert] svg") is not None
    assert mount.select_one(".nb-lab-presets") is None
    assert mount["data-begin"] == mount.select_one(".nb-begin").get_text() == "Train"
    assert "Train" in [button.get_text() for button in mount.select(".nb-mount-here button")]


def test_an_explorable_that_needs_a_browser_to_be_drawn_is_a_warning(build, tmp_path, monkeypatch):
    module = tmp_path / "pipeline.mjs"
    module.write_text("window.title = 1; export default {};")
    module.with_suffix(".css").touch()
    monkeypatch.setattr(Pipeline, "module_path", staticmethod(lambda: module))
    _, warnings = build("```{explorable} pipeline\n```")
    assert "WARNING: pipeline/widget.mjs cannot be drawn" in warnings
    assert "window is not defined" in warnings


def test_state_cannot_end_its_script(build):
    page, _ = build("```{explorable} pipeline\n```")
    assert "<" not in page.select_one(".nb-mount script").string


@pytest.mark.parametrize(
    ("directive", "message"),
    [
        ("{explorable} pipelines", "no explorable 'pipelines'; there are: atlas, "),
        ("{explorable} pipeline\n:state: {", "Expecting property name"),
        ('{explorable} pipeline\n:state: {"x": ["a"]}', "x"),
        ('{explorable} pipeline\n:state: {"eps": -1}', "eps"),
        ("{explorable} laboratory\n:preset: three", "no preset 'three'; there are: depth, "),
        ("{explorable} pipeline\n:preset: three", "no preset 'three': pipeline has none"),
        ("{explorable} pipeline\n:brief:", "pipeline has no button to begin with"),
        ("{graded-exercise} layernorm", "did you mean 'layer_norm'"),
    ],
)
def test_a_mistake_is_a_warning(build, directive, message):
    _, warnings = build(f"```{directive}\n```")
    assert "WARNING" in warnings
    assert message in warnings


def test_an_exercise_shows_its_task_and_its_commands(build):
    page, warnings = build("```{graded-exercise} layer_norm\n```")
    assert warnings == ""
    box = page.select_one("#exercise-layer_norm")
    assert "10 points" in box.get_text()
    assert box.select_one(".katex") is not None
    assert "normbook grade layer_norm" in box.get_text()
