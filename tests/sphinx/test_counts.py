"""Numbers in prose are counted while the book is built."""

import pytest

from normbook.grader import find_all
from normbook.sphinx import counts

CONFIGURATION = """\
extensions = ["myst_nb", "normbook.sphinx.counts"]
nb_execution_mode = "off"
html_theme = "basic"
"""


@pytest.fixture
def build(tmp_path, build_pages):
    """Build a page of one line, and again; return its text and the warnings."""

    def run(line: str) -> tuple[str, str]:
        (tmp_path / "conf.py").write_text(CONFIGURATION)
        page = tmp_path / "index.md"
        if not page.exists():
            page.write_text(f"# Page\n\n{line}\n")
        (built,), warnings = build_pages(tmp_path, "index")
        return built.select_one("section > p").get_text(), warnings

    return run


def test_points_and_mutants_are_those_of_all_exercises(build):
    points = sum(exercise.points for exercise in find_all())
    mutants = sum(len(exercise.mutants) for exercise in find_all())
    text, warnings = build("{count}`points` points, {count}`mutants` mutants")
    assert (text, warnings) == (f"{points:,} points, {mutants:,} mutants", "")


def test_what_is_not_counted_is_a_warning_that_names_what_is(build):
    _, warnings = build("{count}`point` points")
    assert "no count 'point'; there are: points, mutants" in warnings


def test_a_page_is_read_again_when_its_number_is_another(build, monkeypatch):
    assert build("{count}`points` points")[0] != "7,001 points"
    monkeypatch.setitem(counts.COUNTS, "points", lambda: 7001)
    assert build("the page is there already")[0] == "7,001 points"
