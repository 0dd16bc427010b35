"""A set of exercises for a class has its sums counted, and the command that releases it."""

import pytest

from normbook.grader import find
from normbook.sphinx.assignment import describe

CONFIGURATION = """\
extensions = ["myst_nb", "normbook.sphinx.assignment"]
nb_execution_mode = "off"
html_theme = "basic"
"""


@pytest.fixture
def build(tmp_path, build_pages):
    """Build a page with an assignment; return it and the warnings."""

    def run(slugs: str):
        (tmp_path / "conf.py").write_text(CONFIGURATION)
        text = f"# Page\n\n```{{assignment}} week-one\n{slugs}\n```\n"
        for slug in ("standardize", "rms_norm"):  # where an exercise stands
            text += f"\n(exercise-{slug})=\n## {slug}\n"
        (tmp_path / "index.md").write_text(text)
        (built,), warnings = build_pages(tmp_path, "index")
        return built, warnings

    return run


def test_exercises_are_listed_with_points_and_minutes_and_summed(build):
    page, warnings = build("standardize\nrms_norm")
    assert warnings == ""
    first, second = (item.get_text().strip() for item in page.select("section > ul > li"))
    exercises = [find("standardize"), find("rms_norm")]
    for said, exercise in zip((first, second), exercises, strict=True):
        assert said == (
            f"{exercise.title}: {exercise.points} points, about {exercise.minutes} minutes"
        )
    points, minutes = (sum(getattr(e, n) for e in exercises) for n in ("points", "minutes"))
    assert f"Together {points} points, and about {minutes} minutes." in page.get_text()
    command = page.select_one(".highlight-console").get_text().strip()
    assert command == "normbook release week-one/ standardize rms_norm"


def test_a_long_command_is_one_for_a_shell():
    exercises = [find("layer_norm_multi_axis")] * 9
    command = describe("all", exercises).split("```console\n")[1].removesuffix("```").strip()
    lines = command.split("\n")
    assert len(lines) > 1
    assert all(line.endswith("\\") for line in lines[:-1])
    words = command.replace("\\\n", "").split()
    assert words == ["normbook", "release", "all/", *["layer_norm_multi_axis"] * 9]


def test_an_exercise_that_is_not_there_is_a_warning_that_names_what_is(build):
    _, warnings = build("standardise")
    assert "assignment: " in warnings
    assert "standardize" in warnings
