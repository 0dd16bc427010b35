"""What must hold of every exercise. What fails says which file to mend, and how."""

import ast
import contextlib
import inspect
import math
import re
import sys
from functools import cache, partial
from pathlib import Path

import pytest

from normbook.grader import find_all
from normbook.grader.fence.grade import grade_apart
from normbook.grader.fence.limits import Limits
from normbook.grader.fence.sandbox import AVAILABLE, Sandbox
from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.find import CHAPTERS, EXERCISES
from normbook.grader.verdict.grade import grade, grade_file
from normbook.grader.verdict.load import load
from normbook.grader.verdict.run import run

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"
CORE = {"layer_norm", "layer_norm_backward", "batch_norm", "rms_norm", "group_norm"}
MUTANTS, MUTANTS_OF_CORE, VARIANTS, HINTS = 10, 25, 3, 3
"""How many of each an exercise has, at least."""
WORDS = 12
"""In the docstring of a mutant, at least."""
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


pytestmark = pytest.mark.usefixtures("one_thread")
each_exercise = pytest.mark.parametrize("exercise", find_all(), ids=lambda e: e.slug)


def place(exercise, name):
    """Return where a file of an exercise is, as one would open it."""
    return f"src/normbook/exercises/{exercise.slug}/{name}"


def answers(exercise):
    """Return all files that answer an exercise, right or wrong."""
    return [exercise.solution, *exercise.variants, *exercise.mutants]


def parse(path):
    """Return the syntax tree of a file; an error in it names the file."""
    return ast.parse(path.read_text(encoding="utf-8"), path)


def imports(path):
    """Return the packages that a file imports."""
    nodes = list(ast.walk(parse(path)))
    names = [alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names]
    names += [n.module for n in nodes if isinstance(n, ast.ImportFrom)]
    return {name.split(".")[0] for name in names}


# ---- all of them ----


def test_every_folder_is_an_exercise():
    folders = {p.name for p in EXERCISES.iterdir() if p.is_dir() and p.name != "__pycache__"}
    others = folders - {exercise.slug for exercise in find_all()}
    assert not others, f"in src/normbook/exercises, these have no exercise.toml: {sorted(others)}"


# ---- what a folder says ----


@each_exercise
def test_no_unexpected_file(exercise):
    found = {path.name for path in exercise.folder.iterdir() if path.name != "__pycache__"}
    assert found >= FILES, f"write {place(exercise, min(FILES - found))}"
    assert found <= FILES, f"remove {place(exercise, min(found - FILES))}"


@each_exercise
def test_difficulty_and_minutes_are_stated(exercise):
    toml = place(exercise, "exercise.toml")
    levels = ("easy", "medium", "hard")
    assert exercise.difficulty in levels, f"{toml}: difficulty is one of {', '.join(levels)}"
    assert 5 <= exercise.minutes <= 60, f"{toml}: minutes is a number from 5 to 60"


@each_exercise
def test_the_chapter_is_one_of_the_book(exercise):
    assert (BOOK / f"{exercise.chapter}.md").exists(), (
        f"{place(exercise, 'exercise.toml')}: chapter is {exercise.chapter!r}; expected the name "
        "of a file in book/, without .md"
    )


@each_exercise
def test_the_prompt_names_what_to_write(exercise):
    call = f"{exercise.entry}("
    assert call in exercise.prompt, (
        f"{place(exercise, 'prompt.md')}: write what is to be written as it is called: `{call}…)`"
    )


@each_exercise
def test_the_stub_fits_a_cell(exercise):
    assert exercise.repair or len(exercise.stub.splitlines()) <= STUB_LINES, (
        f"{place(exercise, 'stub.py')}: at most {STUB_LINES} lines"
    )


@each_exercise
def test_stub_and_solution_are_called_alike(exercise):
    stub, solution = (
        inspect.signature(load(exercise.folder / name, exercise.entry))
        for name in ("stub.py", "solution.py")
    )
    assert stub == solution, (
        f"{place(exercise, 'stub.py')}: {exercise.entry} takes {stub}, "
        f"and that of solution.py {solution}"
    )


@each_exercise
def test_hints_escalate(exercise):
    hints = place(exercise, "hints.md")
    assert len(exercise.hints) >= HINTS, f"{hints}: at least {HINTS}, each below '## Hint …'"
    code = [f"\n{h.text}".count("\n    ") + h.text.count("`") for h in exercise.hints]
    assert code[-1] > code[0], (
        f"{hints}: the first asks, the last shows code. Lines indented by four and backticks: "
        f"{code[0]} in the first hint, {code[-1]} in the last. Write code in words in the first"
    )


@each_exercise
def test_each_check_and_each_mutant_is_helped_by_a_hint(exercise):
    helped = frozenset().union(*(hint.helps for hint in exercise.hints))
    known = {*exercise.checks, *(path.stem for path in exercise.mutants)}
    assert helped == known, (
        f"{place(exercise, 'hints.md')}: below '## Hint …' a line `Helps: …` names the checks and "
        f"mutants that the hint helps with. Named by none: {sorted(known - helped)}; and these are "
        f"none: {sorted(helped - known)}"
    )


def test_chapters_are_listed_in_the_order_of_the_book():
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    order = [name for name in re.findall(r"file: book/(\w+)", contents) if name in CHAPTERS]
    assert order == list(CHAPTERS), "CHAPTERS in grader/verdict/find.py has the order of _toc.yml"


@each_exercise
def test_the_listed_checks_are_the_tests(exercise):
    tree = parse(exercise.tests)
    tests = [n.name for n in tree.body if isinstance(n, ast.FunctionDef) and "test" in n.name]
    toml = place(exercise, "exercise.toml")
    assert tests == list(exercise.checks), (
        f"{toml}: below [checks], give each test of tests.py its points, in the same order"
    )
    assert min(exercise.checks.values()) >= 1, f"{toml}: each check is worth a point or more"


@each_exercise
def test_tests_import_only_what_they_may(exercise):
    others = imports(exercise.tests) - ORACLES_USE - set(exercise.requires)
    assert not others, f"{place(exercise, 'tests.py')}: imports {', '.join(sorted(others))}"


@each_exercise
def test_answers_import_only_what_the_exercise_requires(exercise):
    for path in answers(exercise):
        others = imports(path) - sys.stdlib_module_names - set(exercise.requires)
        assert not others, (
            f"{place(exercise, path.relative_to(exercise.folder))}: imports "
            f"{', '.join(sorted(others))}, which `requires` in exercise.toml does not name"
        )


@each_exercise
def test_there_are_enough_mutants_and_variants(exercise):
    wanted = MUTANTS_OF_CORE if exercise.slug in CORE else MUTANTS
    found = len(exercise.mutants)
    assert found >= wanted, (
        f"{place(exercise, 'mutants/')} has {found}; write {wanted - found} more wrong solutions, "
        "a file each, named for its bug"
    )
    found = len(exercise.variants)
    assert found >= VARIANTS, (
        f"{place(exercise, 'variants/')} has {found}; write {VARIANTS - found} more right "
        "solutions of an unusual kind, a file each"
    )


@each_exercise
def test_a_mutant_explains_its_bug_to_a_learner(exercise):
    for path in exercise.mutants:
        docstring = ast.get_docstring(parse(path)) or ""
        assert "You" in docstring, (
            f"{place(exercise, f'mutants/{path.name}')}: its docstring says You or Your: "
            "it tells the learner what their code does, and what is right"
        )
        assert len(docstring.split()) >= WORDS, (
            f"{place(exercise, f'mutants/{path.name}')}: explain the bug in {WORDS} words or more"
        )


# ---- what attempts earn ----


@each_exercise
def test_the_stub_earns_nothing_and_says_why(exercise):
    report = grade_file(exercise, exercise.folder / "stub.py")
    stub = place(exercise, "stub.py")
    assert report.points == 0, f"{stub} passes a test:\n{report}"
    assert {check.status for check in report.checks} == {"fail"}, f"{stub}:\n{report}"
    if not exercise.repair:
        assert all("Not written yet" in check.message for check in report.checks), (
            f'{stub}: ends in raise NotImplementedError("Not written yet: …"), and each test of '
            "tests.py calls the attempt"
        )


@each_exercise
def test_the_solution_earns_everything(exercise):
    report = grade_file(exercise, exercise.solution)
    assert report.solved, f"{place(exercise, 'solution.py')} fails a test of tests.py:\n{report}"
    assert report.points == exercise.points


@each_exercise
def test_unusual_right_answers_earn_everything(exercise):
    for path in exercise.variants:
        report = grade_file(exercise, path)
        assert report.solved, f"{place(exercise, f'variants/{path.name}')} fails:\n{report}"


@each_exercise
def test_mutants_are_known_by_their_bugs_and_each_check_fails_one(exercise):
    reports = {path.stem: grade_file(exercise, path) for path in exercise.mutants}
    folder = place(exercise, "mutants/")
    for bug, report in reports.items():
        assert not report.solved, (
            f"{folder}{bug}.py passes all tests: add one to tests.py that it fails"
        )
        assert report.diagnosis, f"{folder}{bug}.py fails, and not by its answers:\n{report}"
        assert report.diagnosis.bugs == (bug,), (
            f"{folder}{bug}.py answers all that tests.py asks as {report.diagnosis.bugs} do: "
            "add a test that tells them apart, or remove one of them"
        )
    checks = [check for report in reports.values() for check in report.checks]
    killing = {check.name for check in checks if check.status != "pass"}
    idle = [check for check in exercise.checks if check not in killing]
    assert not idle, f"no mutant fails {idle}: write one into {folder}, or remove the test"


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
def test_a_trivial_attempt_earns_nothing_and_is_not_diagnosed(exercise, trivial):
    is_class = inspect.isclass(load(exercise.solution, exercise.entry))
    report = grade(exercise, as_module(trivial) if is_class else trivial)
    tests = place(exercise, "tests.py")
    assert report.points == 0, (
        f"{tests}: what only gives {trivial.__name__.replace('_', ' ')} passes a test. Let that "
        f"test ask for something else, too:\n{report}"
    )
    named = [finding.bug for finding in report.findings if finding.bug]
    assert named == [], (  # a guess would mislead
        f"{tests}: the same is taken for {named}: add a test that tells them apart"
    )


def fill(value, number):
    """Return a value with this number in place of all that it holds."""
    if isinstance(value, (list, tuple)):
        return type(value)(fill(each, number) for each in value)
    if isinstance(value, dict):
        return {key: fill(each, number) for key, each in value.items()}
    return value if value is None else value * 0 + number


def with_one_number(solution, number):
    """Return what answers as the solution does, but for its numbers, and never refuses."""

    def call(function, *arguments, **keywords):
        try:
            return fill(function(*arguments, **keywords), number)
        except ValueError:
            return number

    class Module:
        def __init__(self, *arguments, **keywords):
            self.module = solution(*arguments, **keywords)

        def __call__(self, x):
            return call(self.module, x)

    return Module if inspect.isclass(solution) else partial(call, solution)


@pytest.mark.parametrize("number", [0, 1, math.nan])
@each_exercise
def test_zeros_ones_and_nan_of_the_right_shape_earn_nothing(exercise, number):
    solution = load(exercise.solution, exercise.entry)
    earns_nothing(exercise, with_one_number(solution, number), number)


@pytest.mark.parametrize("constant", ["", "nan", [], 0.0, 1.0, True])
@each_exercise
def test_a_constant_earns_nothing(exercise, constant):
    earns_nothing(exercise, lambda *_, **__: constant, constant)


def earns_nothing(exercise, attempt, answer):
    checks = run(exercise, Attempt(Direct(attempt)))
    earning = [check.name for check in checks if check.points]
    assert not earning, f"{place(exercise, 'tests.py')}: what answers {answer!r} passes {earning}"


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
