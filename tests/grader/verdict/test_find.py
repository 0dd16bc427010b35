"""An exercise is a folder; what is wrong with one is said by name."""

import re
import textwrap
from pathlib import Path

import pytest

from normbook.grader.verdict import find as finding
from normbook.grader.verdict.find import (
    EXERCISES,
    MalformedExerciseError,
    explain,
    find,
    find_all,
    load_exercise,
)

SETTINGS = """\
title = "Double"
chapter = "layer_norm"
points = 3
entry = "double"
requires = ["torch"]
difficulty = "easy"
minutes = 5

[checks]
test_it_doubles = 2
test_of_nothing_nothing = 1
"""


@pytest.fixture
def folder(tmp_path) -> Path:
    """A folder with an exercise in it."""
    folder = tmp_path / "double"
    for name in ("mutants/b.py", "mutants/a.py", "mutants/a.txt", "variants/d.py", "variants/c.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    (folder / "exercise.toml").write_text(SETTINGS)
    (folder / "prompt.md").write_text("Doublez!\n", encoding="utf-8")
    (folder / "stub.py").write_text("# γ\n", encoding="utf-8")
    (folder / "hints.md").write_text("# Hints\n\n## One\n\nThink.\n\n## Two ##\n\n ## γ\n")
    return folder


def test_an_exercise_is_what_its_folder_says(folder):
    exercise = load_exercise(folder)
    assert (exercise.slug, exercise.folder) == ("double", folder)
    assert (exercise.title, exercise.chapter, exercise.entry) == ("Double", "layer_norm", "double")
    assert (exercise.points, exercise.minutes, exercise.difficulty) == (3, 5, "easy")
    assert exercise.requires == ("torch",)
    assert exercise.packages == ("numpy", "torch")
    assert exercise.checks == {"test_it_doubles": 2, "test_of_nothing_nothing": 1}
    assert exercise.repair is False
    assert (exercise.tests, exercise.solution) == (folder / "tests.py", folder / "solution.py")
    assert [path.name for path in exercise.mutants] == ["a.py", "b.py"]
    assert [path.name for path in exercise.variants] == ["c.py", "d.py"]
    assert {path.parent.name for path in exercise.mutants} == {"mutants"}
    assert (exercise.prompt, exercise.stub) == ("Doublez!\n", "# γ\n")
    assert [hint.text for hint in exercise.hints] == ["Think.", " ## γ"]


def test_numpy_is_loaded_once_for_an_exercise_that_asks_for_it(folder):
    (folder / "exercise.toml").write_text(SETTINGS.replace('"torch"', '"numpy"'))
    assert load_exercise(folder).packages == ("numpy",)


@pytest.mark.parametrize(
    ("requires", "importable"),
    [('["torch"]', ("numpy", "torch")), ('["numpy"]', ("numpy",)), ("[]", ())],
)
def test_answers_import_what_is_required_and_numpy_or_python_s_own_modules(
    folder, requires, importable
):
    (folder / "exercise.toml").write_text(SETTINGS.replace('["torch"]', requires))
    assert load_exercise(folder).importable == importable


def test_an_exercise_may_be_one_of_mending_code(folder):
    (folder / "exercise.toml").write_text(f"repair = true\n{SETTINGS}")
    assert load_exercise(folder).repair is True


def test_points_of_checks_cannot_be_changed(folder):
    with pytest.raises(TypeError):
        load_exercise(folder).checks["test_it_doubles"] = 100


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"Double"', "3", "exercise.toml of double: title is 3; expected a text, in quotes."),
        ("= 5", '= "5"', "exercise.toml of double: minutes is '5'; expected a whole number."),
        ("title", "repair = 1\ntitle", "exercise.toml of double: repair is true or false."),
        (
            "title",
            'forbids = "layer_norm"\ntitle',
            "exercise.toml of double: forbids is 'layer_norm'; expected a list of names of "
            'functions, such as ["layer_norm"].',
        ),
        ("title", "b = 1\na = 1\ntitle", "exercise.toml of double: unknown field 'a'."),
        (
            "= 2",
            "= 3",
            "exercise.toml of double: the checks have 4 points in all, and points is 3.",
        ),
    ],
)
def test_what_is_wrong_is_said_with_the_field_and_the_folder(folder, old, new, said):
    (folder / "exercise.toml").write_text(SETTINGS.replace(old, new, 1))
    with pytest.raises(MalformedExerciseError, match=f"^{re.escape(said)}$") as caught:
        load_exercise(folder)
    assert caught.value.__cause__ is None


def test_all_fields_that_are_missing_or_wrong_are_said_at_once(folder):
    (folder / "exercise.toml").write_text('title = "Double"\nminutes = "5"\n')
    with pytest.raises(MalformedExerciseError) as caught:
        load_exercise(folder)
    assert str(caught.value).splitlines() == [
        "exercise.toml of double: chapter is missing; expected a text, in quotes.",
        "points is missing; expected a whole number.",
        "entry is missing; expected a text, in quotes.",
        'requires is missing; expected a list, as [] or ["numpy"].',
        "difficulty is missing; expected a text, in quotes.",
        "minutes is '5'; expected a whole number.",
        "checks is missing; expected the heading [checks], and below it a line for each test: "
        "test_it_doubles = 1.",
    ]


def test_a_file_that_is_missing_or_no_toml_is_named(folder):
    (folder / "exercise.toml").write_text("title = ")
    with pytest.raises(MalformedExerciseError, match=r"^exercise.toml of double: .+\.$"):
        load_exercise(folder)
    (folder / "exercise.toml").write_bytes(b"title = '\xe9'")
    with pytest.raises(MalformedExerciseError, match=r"^exercise.toml of double is not in UTF-8, "):
        load_exercise(folder)
    (folder / "exercise.toml").unlink()
    with pytest.raises(MalformedExerciseError, match=r"^double: there is no exercise.toml\.$"):
        load_exercise(folder)


@pytest.mark.parametrize("name", ["prompt", "stub", "hints"])
def test_a_text_in_another_encoding_is_named(folder, name):
    exercise = load_exercise(folder)
    (path,) = folder.glob(f"{name}.*")
    path.write_bytes(b"12\xe9")
    with pytest.raises(MalformedExerciseError) as caught:
        getattr(exercise, name)
    assert str(caught.value) == f"{path.name} of double is not in UTF-8, at byte 2: save it so."


def test_every_folder_with_settings_is_an_exercise(folder, monkeypatch):
    (folder.parent / "no_exercise").mkdir()
    other = folder.parent / "a_double"
    other.mkdir()
    (other / "exercise.toml").write_text(SETTINGS)
    monkeypatch.setattr(finding, "EXERCISES", folder.parent)
    assert [exercise.slug for exercise in find_all()] == ["a_double", "double"]
    assert find("double").folder == folder
    assert find_all() is find_all()
    with pytest.raises(LookupError) as caught:
        find("dubble")
    assert str(caught.value) == "There is no exercise 'dubble'; did you mean 'double'?"
    with pytest.raises(LookupError) as caught:
        find("xyz")
    assert str(caught.value) == "There is no exercise 'xyz'; there are: a_double, double."
    with pytest.raises(LookupError, match="There is no exercise None"):
        find(None)


def test_exercises_of_one_s_own_stand_beside_the_book_s(folder, monkeypatch):
    monkeypatch.setenv("NORMBOOK_EXERCISES", str(folder.parent))
    assert find("double").folder == folder
    assert find("double").is_own
    assert not find("layer_norm").is_own
    slugs = [exercise.slug for exercise in find_all()]
    assert slugs == sorted(slugs)
    monkeypatch.delenv("NORMBOOK_EXERCISES")
    with pytest.raises(LookupError):
        find("double")


def test_a_folder_without_exercises_is_an_error(tmp_path, monkeypatch):
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setenv("NORMBOOK_EXERCISES", str(empty))
    with pytest.raises(
        LookupError,
        match=r"There is no exercise in .*; expected a folder for each, with an exercise\.toml\.$",
    ):
        find_all()


def test_an_exercise_of_one_s_own_has_a_name_of_its_own(folder, monkeypatch):
    folder.rename(folder.with_name("layer_norm"))
    monkeypatch.setenv("NORMBOOK_EXERCISES", str(folder.parent))
    with pytest.raises(MalformedExerciseError, match="layer_norm in the book; rename the folder"):
        find_all()


def test_exercises_are_beside_the_grader():
    assert (EXERCISES / "layer_norm" / "exercise.toml").is_file()


def test_an_explanation_is_one_paragraph(tmp_path):
    path = tmp_path / "mutant.py"
    path.write_text(
        textwrap.dedent('''\
            """Das ist ε,
            outside   the root.

            Indeed."""
            '''),
        encoding="utf-8",
    )
    assert explain(path) == "Das ist ε, outside the root. Indeed."
    path.write_text("x = 1\n")
    assert explain(path) == ""
