"""What must hold of every exercise."""

import ast
from functools import cache
from pathlib import Path

import pytest

from normbook.grader import Exercise, Report, find_all
from normbook.grader.find import EXERCISES
from normbook.grader.grade import grade_file

FILES = {
    "exercise.toml",
    "prompt.md",
    "stub.py",
    "tests.py",
    "hints.md",
    "solution.py",
    "mutants",
    "variants",
}
STANDARD = {"math", "numpy", "pytest"}
STUB_LINES = 12


@cache
def graded(exercise: Exercise, path: Path) -> Report:
    return grade_file(exercise, path)


def each(paths):
    """Parametrize a test over (exercise, path)."""
    cases = [(exercise, path) for exercise in find_all() for path in paths(exercise)]
    return pytest.mark.parametrize(
        ("exercise", "path"), cases, ids=[f"{e.slug}-{p.stem}" for e, p in cases]
    )


each_exercise = pytest.mark.parametrize("exercise", find_all(), ids=lambda e: e.slug)
each_mutant = each(lambda exercise: exercise.mutants)
each_variant = each(lambda exercise: exercise.variants)


def test_there_is_an_exercise():
    assert find_all()


def test_every_folder_is_an_exercise():
    folders = {p.name for p in EXERCISES.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert folders == {exercise.slug for exercise in find_all()}


@each_exercise
def test_the_stub_earns_nothing_and_says_why(exercise):
    report = graded(exercise, exercise.folder / "stub.py")
    assert report.points == 0
    assert {check.status for check in report.checks} == {"fail"}
    assert all("Not written yet" in check.message for check in report.checks)


@each_exercise
def test_the_stub_fits_a_cell(exercise):
    assert len(exercise.stub.splitlines()) <= STUB_LINES


@each_exercise
def test_the_solution_earns_everything(exercise):
    report = graded(exercise, exercise.solution)
    assert report.solved, str(report)
    assert report.points == exercise.points


@each_mutant
def test_a_mutant_fails(exercise, path):
    assert not graded(exercise, path).solved


@each_mutant
def test_a_mutant_is_diagnosed_as_itself(exercise, path):
    diagnosis = graded(exercise, path).diagnosis
    assert diagnosis is not None
    assert diagnosis.bug == path.stem


@each_mutant
def test_a_mutant_explains_its_bug_to_a_learner(exercise, path):
    docstring = ast.get_docstring(ast.parse(path.read_text())) or ""
    assert "You" in docstring
    assert len(docstring.split()) >= 12


@each_exercise
def test_there_are_enough_mutants_and_variants(exercise):
    assert len(exercise.mutants) >= 10
    assert len(exercise.variants) >= 3


@each_variant
def test_an_unusual_right_answer_earns_everything(exercise, path):
    report = graded(exercise, path)
    assert report.solved, str(report)


@each_exercise
def test_each_check_fails_some_mutant(exercise):
    reports = [graded(exercise, path) for path in exercise.mutants]
    for name in exercise.checks:
        assert any(
            check.name == name and check.status != "pass"
            for report in reports
            for check in report.checks
        ), name


@each_exercise
def test_the_listed_checks_are_the_tests(exercise):
    tree = ast.parse(exercise.tests.read_text())
    tests = [n.name for n in tree.body if isinstance(n, ast.FunctionDef) and "test" in n.name]
    assert tests == list(exercise.checks)


@each_exercise
def test_tests_import_only_what_they_may(exercise):
    tree = ast.parse(exercise.tests.read_text())
    names = {alias.name for n in ast.walk(tree) if isinstance(n, ast.Import) for alias in n.names}
    names |= {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= STANDARD | set(exercise.requires)


@each_exercise
def test_hints_escalate(exercise):
    assert len(exercise.hints) >= 3
    code = [hint.count("\n    ") + hint.count("`") for hint in exercise.hints]
    assert code[-1] > code[0]  # the last hint shows code, the first asks


@each_exercise
def test_no_unexpected_file(exercise):
    found = {path.name for path in exercise.folder.iterdir() if path.name != "__pycache__"}
    assert found == FILES
