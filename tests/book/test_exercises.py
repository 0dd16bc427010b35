"""Every exercise has its place in the book, for a page's reader and a notebook's."""

import re
from pathlib import Path

import pytest

from normbook.grader import find_all

BOOK = Path(__file__).parents[2] / "book"


@pytest.mark.parametrize("exercise", find_all(), ids=lambda exercise: exercise.slug)
def test_its_chapter_shows_it(exercise):
    chapter = (BOOK / f"{exercise.chapter}.md").read_text()
    assert chapter.count(f"```{{graded-exercise}} {exercise.slug}\n") == 1
    if "kernelspec:" in chapter:
        assert len(re.findall(rf'^prompt\("{exercise.slug}"\)$', chapter, re.MULTILINE)) == 1
