"""Numbers in README are those of the book; in its pages ``{count}`` writes them."""

from pathlib import Path

from normbook.grader import find_all
from normbook.sphinx.exercise import runs_in_page

README = Path(__file__).parents[2] / "README.md"


def test_readme_counts_exercises_and_points():
    exercises = find_all()
    points = sum(exercise.points for exercise in exercises)
    in_page = sum(map(runs_in_page, exercises))
    sentence = f"{len(exercises)} exercises, {points} points; {in_page} of them you can solve in"
    text = " ".join(README.read_text(encoding="utf-8").split())
    assert sentence in text, f"README.md, below **Solve it.**: write “{sentence} the page”"
