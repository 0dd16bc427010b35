"""The place of a norm at work, as the build writes it."""

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

CONFIGURATION = """\
extensions = ["myst_nb", "normbook.sphinx.exercise", "normbook.sphinx.own_norm",
              "normbook.sphinx.mathematics"]
myst_enable_extensions = ["dollarmath"]
nb_execution_mode = "off"
"""


@pytest.fixture
def build(tmp_path: Path, build_pages):
    """Build a page with an exercise and the bench; return it and the warnings."""

    def run(*mistakes: str) -> tuple[BeautifulSoup, str]:
        (tmp_path / "conf.py").write_text(CONFIGURATION)
        lines = "\n".join(mistakes)
        text = (
            f"# Page\n\n```{{graded-exercise}} layer_norm\n```\n\n```{{own-norm}}\n{lines}\n```\n"
        )
        (tmp_path / "index.md").write_text(text)
        (page,), warnings = build_pages(tmp_path, "index")
        return page, warnings

    return run


def test_the_place_says_where_to_solve_and_what_may_go_wrong(build):
    page, warnings = build("layer_norm_backward the_sign_is_flipped", "layer_norm mean_is_kept")
    assert warnings == ""
    place = page.select_one(".nb-own")
    assert place["data-module"] == "_static/own/own_norm.mjs"
    assert place["data-python"] == "_static/python/"
    data = json.loads(place.select_one("script").string)
    assert [each["title"] for each in data["exercises"]] == [
        "LayerNorm in NumPy",
        "LayerNorm, backward",
    ]
    assert data["exercises"][0]["address"].endswith("#exercise-layer_norm")
    assert [each["name"] for each in data["mistakes"]] == ["the sign is flipped", "mean is kept"]
    assert data["mistakes"][0]["why"].startswith("Your dx points down the loss")
    assert data["steps"] > 0
    assert place.select_one("button").get_text() == "Train with your own"


@pytest.mark.parametrize("line", ["layer_norm no_such_bug", "rms_norm mean_is_kept", "one"])
def test_a_mistake_that_there_is_not_is_a_warning(build, line):
    page, warnings = build(line, "layer_norm mean_is_kept")
    assert f"own-norm: no mistake {line!r}" in warnings
    assert len(json.loads(page.select_one(".nb-own script").string)["mistakes"]) == 1
