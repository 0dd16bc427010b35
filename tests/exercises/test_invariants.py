"""What must hold of every exercise."""

import ast
import contextlib
import inspect
import sys
from functools import cache
from pathlib import Path

import pytest
import torch

from normbook.grader import find_all
from normbook.grader.fence.grade import grade_apart
from normbook.grader.fence.limits import Limits
from normbook.grader.fence.sandbox import AVAILABLE, Sandbox
from normbook.grader.verdict.find import EXERCISES
from normbook.grader.verdict.grade import grade, grade_file
from normbook.grader.verdict.load import load

BOOK = Path(__file__).parents[2] / "book"
PLANNED = {
    *("scaling", "covariate_shift", "family", "layer_norm", "backward", "rms_norm", "placement"),
    *("epsilon", "architectures", "training", "beyond", "bugs"),
    *("capstone_iris", "capstone_transformer"),
}
CORE = {"layer_norm", "layer_norm_backward", "batch_norm", "rms_norm", "group_norm"}
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
ORACLES_USE = {"math", "numpy", "pytest"}
STUB_LINES = 12
TRIVIALLY_EARNED = 0.1
"""The part of the points that an attempt may earn which has not looked at the task."""


each_exercise = pytest.mark.parametrize("exercise", find_all(), ids=lambda e: e.slug)


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    """Keep PyTorch to one thread: on tensors this small, several wait for each other."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


def answers(exercise):
    """Return all files that answer an exercise, right or wrong."""
    return [exercise.solution, *exercise.variants, *exercise.mutants]


def imports(path):
    """Return the packages that a file imports."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = [alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names]
    names += [n.module for n in nodes if isinstance(n, ast.ImportFrom)]
    return {name.split(".")[0] for name in names}


# ---- all of them ----


def test_there_are_24_exercises_worth_100_points():
    assert len(find_all()) == 24
    assert sum(exercise.points for exercise in find_all()) == 100


def test_every_folder_is_an_exercise():
    folders = {p.name for p in EXERCISES.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert folders == {exercise.slug for exercise in find_all()}


# ---- what a folder says ----


@each_exercise
def test_no_unexpected_file(exercise):
    found = {path.name for path in exercise.folder.iterdir() if path.name != "__pycache__"}
    assert found == FILES


@each_exercise
def test_difficulty_and_minutes_are_stated(exercise):
    assert exercise.difficulty in {"easy", "medium", "hard"}
    assert 5 <= exercise.minutes <= 60


@each_exercise
def test_the_chapter_is_one_of_the_book(exercise):
    assert (BOOK / f"{exercise.chapter}.md").exists() or exercise.chapter in PLANNED


@each_exercise
def test_the_prompt_names_what_to_write(exercise):
    assert f"{exercise.entry}(" in exercise.prompt


@each_exercise
def test_the_stub_fits_a_cell(exercise):
    assert exercise.repair or len(exercise.stub.splitlines()) <= STUB_LINES


@each_exercise
def test_stub_and_solution_are_called_alike(exercise):
    stub, solution = (
        inspect.signature(load(exercise.folder / name, exercise.entry))
        for name in ("stub.py", "solution.py")
    )
    assert stub == solution


@each_exercise
def test_hints_escalate(exercise):
    assert len(exercise.hints) >= 3
    code = [hint.count("\n    ") + hint.count("`") for hint in exercise.hints]
    assert code[-1] > code[0]  # the last hint shows code, the first asks


@each_exercise
def test_the_listed_checks_are_the_tests(exercise):
    tree = ast.parse(exercise.tests.read_text())
    tests = [n.name for n in tree.body if isinstance(n, ast.FunctionDef) and "test" in n.name]
    assert tests == list(exercise.checks)
    assert min(exercise.checks.values()) >= 1


@each_exercise
def test_tests_import_only_what_they_may(exercise):
    assert imports(exercise.tests) <= ORACLES_USE | set(exercise.requires)


@each_exercise
def test_answers_import_only_what_the_exercise_requires(exercise):
    for path in answers(exercise):
        assert imports(path) <= sys.stdlib_module_names | set(exercise.requires), path.stem


@each_exercise
def test_there_are_enough_mutants_and_variants(exercise):
    assert len(exercise.mutants) >= (25 if exercise.slug in CORE else 10)
    assert len(exercise.variants) >= 3


@each_exercise
def test_a_mutant_explains_its_bug_to_a_learner(exercise):
    for path in exercise.mutants:
        docstring = ast.get_docstring(ast.parse(path.read_text())) or ""
        assert "You" in docstring, path.stem
        assert len(docstring.split()) >= 12, path.stem


# ---- what attempts earn ----


@each_exercise
def test_the_stub_earns_nothing_and_says_why(exercise):
    report = grade_file(exercise, exercise.folder / "stub.py")
    assert report.points == 0
    assert {check.status for check in report.checks} == {"fail"}
    if not exercise.repair:
        assert all("Not written yet" in check.message for check in report.checks)


@each_exercise
def test_the_solution_earns_everything(exercise):
    report = grade_file(exercise, exercise.solution)
    assert report.solved, str(report)
    assert report.points == exercise.points


@each_exercise
def test_unusual_right_answers_earn_everything(exercise):
    for path in exercise.variants:
        report = grade_file(exercise, path)
        assert report.solved, f"{path.stem}: {report}"


@each_exercise
def test_mutants_are_known_by_their_bugs_and_each_check_fails_one(exercise):
    reports = {path.stem: grade_file(exercise, path) for path in exercise.mutants}
    taken_for = {bug: report.diagnosis and report.diagnosis.bug for bug, report in reports.items()}
    assert taken_for == {bug: bug for bug in reports}
    checks = [check for report in reports.values() for check in report.checks]
    assert {check.name for check in checks if check.status != "pass"} == set(exercise.checks)


def nothing(*_, **__):
    """Return None."""


def the_first_argument(*arguments, **_):
    """Return what came first, as it is."""
    return arguments[0]


def zeros_like_it(*arguments, **_):
    """Return zeros in place of all numbers in what came first."""
    return zeros(arguments[0])


def zeros(value):
    if isinstance(value, (list, tuple)):
        return type(value)(zeros(each) for each in value)
    if isinstance(value, dict):
        return {key: zeros(each) for key, each in value.items()}
    return value if value is None else value * 0


def an_error(*_, **__):
    raise RuntimeError("no")


def a_value_error(*_, **__):
    raise ValueError("no")


def as_module(function):
    """Return a class whose objects are called as the function is."""

    class Module:
        def __init__(self, *_, **__):
            pass

        def __call__(self, *arguments, **keywords):
            return function(*arguments, **keywords)

    return Module


@pytest.mark.parametrize(
    "trivial", [nothing, the_first_argument, zeros_like_it, an_error, a_value_error]
)
@each_exercise
def test_a_trivial_attempt_earns_little_and_is_not_diagnosed(exercise, trivial):
    is_class = inspect.isclass(load(exercise.solution, exercise.entry))
    report = grade(exercise, as_module(trivial) if is_class else trivial)
    assert report.points <= TRIVIALLY_EARNED * exercise.points, str(report)
    assert report.diagnosis is None  # a guess would mislead


# ---- in isolation ----


@pytest.fixture(scope="module")
def sandbox_with():
    """Return a function that gives the sandbox with these packages, the same one each time."""
    with contextlib.ExitStack() as stack:
        yield cache(lambda packages: stack.enter_context(Sandbox(packages, locked=True)))


@pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork")
@each_exercise
def test_isolation_changes_no_verdict(exercise, sandbox_with):
    sandbox = sandbox_with(exercise.packages)
    for path in (exercise.solution, exercise.mutants[0]):
        report = grade_apart(exercise, path, sandbox, Limits())
        assert report.as_dict() == grade_file(exercise, path).as_dict()
