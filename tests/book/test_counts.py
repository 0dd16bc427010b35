"""Numbers in README are those of the book; in its pages ``{count}`` writes them."""

from pathlib import Path

import install
import yaml

from normbook.grader import find_all
from normbook.sphinx.exercise import runs_in_page

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"


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


def test_readme_counts_chapters():
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))["parts"]
    chapters = sum(len(part["chapters"]) for part in parts if part["caption"] != "Appendices")
    words = f"{chapters} chapters with figures"
    assert words in README.read_text(encoding="utf-8"), f"README.md, at its top: write {words!r}"


def test_the_size_on_disk_is_the_one_that_a_full_disk_needs():
    assert f"{install.DISK} on disk" in README.read_text(encoding="utf-8")
