"""The box of an exercise and the list of all, as the build writes them: there without scripts."""

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from normbook.grader import find, find_all
from normbook.grader.verdict.report import MARKS
from normbook.grader.verdict.show import MAX_SHOWN_CHARACTERS
from normbook.sphinx.exercise import ASSETS, IN_PAGE, PACKAGES, runs_in_page

CONFIGURATION = """\
extensions = ["myst_nb", "normbook.sphinx.exercise", "normbook.sphinx.mathematics"]
myst_enable_extensions = ["dollarmath"]
nb_execution_mode = "off"
html_theme_options = {"repository_url": "https://github.com/a/b", "repository_branch": "main"}
html_theme = "sphinx_book_theme"
"""

CHAPTER = """\
---
kernelspec:
  name: python3
  display_name: Python 3
---
"""


@pytest.fixture
def build(tmp_path: Path, build_pages):
    """Build pages, by their name; return those asked for and the warnings."""

    def run(**texts: str) -> tuple[dict[str, BeautifulSoup], str]:
        (tmp_path / "conf.py").write_text(CONFIGURATION)
        (tmp_path / "book").mkdir()
        pages = [tmp_path / "index.md", *(tmp_path / "book" / f"{name}.md" for name in texts)]
        toctree = "\n".join(f"book/{name}" for name in texts)
        contents = [f"# Front\n\n```{{toctree}}\n{toctree}\n```\n", *texts.values()]
        for page, content in zip(pages, contents, strict=True):
            page.write_text(content)
        built, warnings = build_pages(tmp_path, *(f"book/{name}" for name in texts))
        return dict(zip(texts, built, strict=True)), warnings

    return run


def show(slug: str) -> str:
    return f"# Page\n\n```{{graded-exercise}} {slug}\n```\n"


@pytest.fixture
def box(build) -> BeautifulSoup:
    pages, warnings = build(layer_norm=show("layer_norm"))
    assert warnings == ""
    return pages["layer_norm"].select_one("#exercise-layer_norm")


def test_the_box_tells_its_module_what_it_needs(box):
    data = box.select_one(".nb-solve").attrs
    assert data["data-module"] == "../_static/exercise/exercise.mjs"
    assert data["data-python"] == "../_static/python/"
    assert (data["data-slug"], data["data-worth"]) == ("layer_norm", "10")
    assert (data["data-requires"], data["data-runs"]) == ("numpy", "true")


def test_the_stub_is_in_the_page_letter_by_letter(build):
    exercises = [exercise.slug for exercise in find_all()]
    pages, warnings = build(**{slug: show(slug) for slug in exercises})
    assert warnings == ""
    for slug, page in pages.items():
        assert page.select_one(".nb-solve pre").get_text() == find(slug).stub, slug


def test_every_hint_is_there_closed_with_its_mathematics(build):
    pages, _ = build(page=show("choose_epsilon"))
    hints = pages["page"].select("details.nb-hint")
    count = len(find("choose_epsilon").hints)
    assert [hint.select_one("summary").get_text() for hint in hints] == [
        f"Hint {number} of {count}" for number in range(1, count + 1)
    ]
    assert not any(hint.has_attr("open") for hint in hints)


def test_a_hint_that_begins_with_code_is_code(box):
    last = box.select("details.nb-hint")[-1]
    assert last.select_one("pre").get_text().startswith("centred = x - x.mean(")


def test_the_solution_is_hidden_until_scripts_show_it(box):
    solution = box.select_one("details.nb-solution")
    assert solution.has_attr("hidden")
    assert "centred" in solution.select_one("pre").get_text()


def test_without_scripts_the_ways_elsewhere_remain(box):
    assert 'check("layer_norm", layer_norm)' in box.get_text()
    assert "normbook grade layer_norm" in box.get_text()
    assert "allow scripts" in box.select_one("noscript").get_text()


def test_no_button_promises_what_waits_for_scripts(box):
    assert all(b.has_attr("disabled") for b in box.select(".nb-tools button"))


def test_an_exercise_that_needs_torch_says_so_and_names_the_notebook(build):
    pages, warnings = build(rms_norm=CHAPTER + show("rms_norm_module"))
    assert warnings == ""
    facts = pages["rms_norm"].select_one(".nb-exercise-facts").get_text()
    assert facts.endswith("minutes · PyTorch: in a notebook, or on your machine")
    solve = pages["rms_norm"].select_one(".nb-solve")
    assert solve["data-runs"] == "false"
    assert "needs PyTorch, which does not run in a page" in " ".join(solve.get_text().split())
    link = solve.select_one("a[href*='mybinder.org']")
    assert link["href"].endswith("lab%2Ftree%2Fnotebooks%2Frms_norm.ipynb")


def test_on_a_page_without_cells_it_names_the_commands_alone(build):
    pages, _ = build(page=show("rms_norm_module"))
    assert pages["page"].select_one(".nb-solve a") is None
    assert "normbook grade rms_norm_module" in pages["page"].get_text()


def test_the_list_names_the_exercises_of_each_chapter_and_links_those_that_a_page_shows(build):
    index = "# Exercises\n\n```{exercise-index}\n```\n"
    pages, warnings = build(exercises=index, layer_norm=show("layer_norm"), rms_norm="# RMS\n")
    assert warnings == ""
    rows = pages["exercises"].select("tr:has(> th[scope=row])")
    shown = {row.select_one("td")["data-slug"] for row in rows}
    assert shown == {e.slug for e in find_all() if e.chapter in {"layer_norm", "rms_norm"}}
    links = {a.get_text(): a["href"] for a in pages["exercises"].select(".nb-progress a")}
    assert links == {
        "Page": "layer_norm.html",
        "LayerNorm in NumPy": "layer_norm.html#exercise-layer_norm",
        "RMS": "rms_norm.html",
    }


def test_the_list_knows_all_points_and_those_that_are_earned_elsewhere(build):
    pages, _ = build(exercises="# Exercises\n\n```{exercise-index}\n```\n")
    data = pages["exercises"].select_one(".nb-progress").attrs
    exercises = find_all()
    assert int(data["data-total"]) == sum(e.points for e in exercises)
    assert int(data["data-apart"]) == sum(e.points for e in exercises if not runs_in_page(e))


def test_every_package_of_an_exercise_has_its_name():
    assert {name for e in find_all() for name in e.requires} <= PACKAGES.keys()
    assert PACKAGES.keys() >= IN_PAGE


def test_marks_and_lengths_in_the_page_are_those_of_the_notebook():
    source = (ASSETS / "report.mjs").read_text(encoding="utf-8")
    marks = re.findall(r'^  "?([a-z ]+)"?: "(.)",$', source, re.MULTILINE)
    assert dict(marks) == MARKS
    assert f"MAX_SHOWN_CHARACTERS = {MAX_SHOWN_CHARACTERS};" in source
