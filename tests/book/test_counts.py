"""Numbers in README are those of the book; in its pages ``{count}`` writes them."""

from pathlib import Path

from normbook.grader import find_all
from normbook.sphinx.exercise import runs_in_page

README = Path(__file__).parents[2] / "README.md"


def test_readme_counts_exercises_and_points():
    exercises = find_all()
    points = sum(exercise.points for exercise in exercises)
    in_page = sum(map(runs_in_page, exercises))
    text = " ".join(README.read_text(encoding="utf-8").split())
    sentences = {
        "at its top": f"{len(exercises)} exercises that are graded",
        "below **Solve it.**": f"{len(exercises)} exercises, {points} points; {in_page} of them",
    }
    wrong = {place: words for place, words in sentences.items() if words not in text}
    assert not wrong, f"README.md: write {wrong}"
