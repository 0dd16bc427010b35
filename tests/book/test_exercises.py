"""Every exercise has its place in the book, for a page's reader and a notebook's."""

from pathlib import Path

import pytest

from normbook.grader import find_all

BOOK = Path(__file__).parents[2] / "book"
IMPORT = "from normbook.grader import prompt"


@pytest.mark.parametrize("exercise", find_all(), ids=lambda exercise: exercise.slug)
def test_its_chapter_shows_it(exercise):
    page = BOOK / f"{exercise.chapter}.md"
    assert page.is_file(), (
        f"there is no chapter book/{page.name}: in its exercise.toml name one that there is"
    )
    chapter = page.read_text(encoding="utf-8")
    box = f"```{{graded-exercise}} {exercise.slug}\n```\n"
    assert chapter.count(box) == 1, f"book/{page.name}: below ## Exercises, write it once:\n\n{box}"
    if "kernelspec:" in chapter:
        cell = (
            f'```{{code-cell}} ipython3\n:tags: [remove-cell]\n\nprompt("{exercise.slug}")\n```\n'
        )
        assert chapter.count(cell) == 1, f"book/{page.name}: write, below its box:\n\n{cell}"
        assert IMPORT in chapter, f"book/{page.name}: its first cell needs: {IMPORT}"


def test_only_pytorchs_norms_are_refused_and_only_where_its_modules_are_written():
    forbidding = {exercise.slug: exercise.forbids for exercise in find_all() if exercise.forbids}
    assert forbidding.keys() == {"layer_norm_module", "rms_norm_module"}  # lecturers.md names them
    assert all(name.endswith("_norm") for names in forbidding.values() for name in names)
