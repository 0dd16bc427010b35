"""Exercises of one's own: checked, given out, and graded as the book's are."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import normbook.grader
from normbook.grader import cli, find
from normbook.grader.classroom import requirement
from normbook.grader.classroom.begin import begin
from normbook.grader.classroom.release import ReleaseError, release
from normbook.grader.verdict.find import ELSEWHERE, Exercise, load_exercise
from normbook.grader.verdict.grade import grade_file
from normbook.grader.verdict.invariants import (
    constants_earn_nothing,
    trivial_attempts_earn_nothing_and_are_not_diagnosed,
)

SOURCES = str(Path(normbook.__file__).parents[1])
PATTERN = find("stable_variance")
MUTANTS = ("unbiased_variance", "difference_of_two_squares", "an_empty_list_gives_nan")
HINTS = "# Hints\n\n## Hint 1\nHelps: unbiased_variance\n\nDivide by how many there are.\n"
SOURCE = "git+https://example.org/normbook.git@v1.2"


@pytest.fixture
def own(tmp_path, monkeypatch) -> Path:
    """The folder of an exercise of one's own, in one of such; beside it one can work."""
    folder = tmp_path / "mine" / "one_pass"
    (folder / "mutants").mkdir(parents=True)
    for name in ("prompt.md", "stub.py", "tests.py", "solution.py"):
        shutil.copy(PATTERN.folder / name, folder)
    for name in MUTANTS:
        shutil.copy(PATTERN.folder / "mutants" / f"{name}.py", folder / "mutants")
    settings = (PATTERN.folder / "exercise.toml").read_text()
    (folder / "exercise.toml").write_text(settings.replace('"epsilon"', '"my_course"'))
    (folder / "hints.md").write_text(HINTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(ELSEWHERE, "")  # so that what commands set is undone
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return folder


@pytest.fixture
def normbook_says(own, capsys):
    """Give a function that runs one command in this process, and returns what it did."""

    def run(*arguments: str) -> tuple[int, str, str]:
        return (cli.main(arguments), *capsys.readouterr())

    return run


# ---- check ----


def test_an_exercise_in_order_has_nothing_to_mend(normbook_says):
    assert normbook_says("check", "mine") == (0, "one_pass: all holds\n", "")
    assert normbook_says("check", "mine/one_pass") == (0, "one_pass: all holds\n", "")


def test_a_name_that_the_book_has_is_to_be_another(own, normbook_says):
    own.rename(own.with_name("layer_norm"))
    folder = os.path.join("mine", "layer_norm")
    assert normbook_says("check", "mine") == (
        1,
        f"layer_norm: mend\n  rename {folder}: there is an exercise layer_norm in the book\n",
        "",
    )


def test_where_there_are_no_hints_that_is_said(own, normbook_says, monkeypatch):
    (own / "hints.md").write_text("# Hints\n")
    monkeypatch.setenv(ELSEWHERE, str(own.parent))
    assert normbook_says("hint", "one_pass") == (2, "", "There are no hints for one_pass.\n")
    assert str(normbook.grader.hint("one_pass")) == "There are no hints for one_pass."
    _, out, _ = normbook_says("solution", "one_pass")
    assert "hint" not in out


def test_what_stands_beside_exercises_is_none(own, normbook_says):
    for name in (".git", "__pycache__"):
        (own.parent / name).mkdir()
    (own.parent / "README.md").touch()
    assert normbook_says("check", "mine")[1] == "one_pass: all holds\n"


def replace(name, old, new):
    def change(folder):
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new))

    return change


def write(name, text):
    return lambda folder: (folder / name).write_text(text)


def remove(name):
    return lambda folder: (folder / name).unlink()


def both(first, second):
    return lambda folder: (first(folder), second(folder))


def variants(*names):
    """Add variants that round to quarters: all variances that tests ask for are so, or tiny."""
    quarters = SOLUTION.replace(
        "m2 / len(values)", "round(4 * m2 / len(values)) / 4 or m2 / len(values)"
    )

    def change(folder):
        (folder / "variants").mkdir()
        for name in names:
            (folder / f"variants/{name}.py").write_text(quarters)

    return change


EMPTY = """
def test_an_empty_list_raises_value_error_and_one_value_has_variance_0(attempt):
    try:
        attempt([])
    except ValueError:
        return
    raise AssertionError("Do you say so before you divide?")
"""
SOLUTION = PATTERN.solution.read_text()
MUTANT = "mutants/unbiased_variance.py"
TWELVE_WORDS = "{} do what is asked, and nobody says what is wrong here."
NO_CHECKS = replace(
    "exercise.toml",
    (PATTERN.folder / "exercise.toml").read_text().partition("[checks]\n")[2],
    "",
)
BROKEN = {
    "no settings": (remove("exercise.toml"), "one_pass: there is no exercise.toml."),
    "points that do not add up": (
        replace("exercise.toml", "points = 3", "points = 4"),
        "exercise.toml of one_pass: the checks have 3 points in all, and points is 4.",
    ),
    "no hints": (remove("hints.md"), "write mine/one_pass/hints.md"),
    "no Python": (
        write("stub.py", "def ("),
        "mine/one_pass/stub.py is not Python: invalid syntax (stub.py, line 1)",
    ),
    "a difficulty": (
        replace("exercise.toml", "medium", "so so"),
        "mine/one_pass/exercise.toml: difficulty is 'so so'; expected easy, medium, hard",
    ),
    "a prompt without a call": (
        write("prompt.md", "Write it."),
        "mine/one_pass/prompt.md: write what is to be written as it is called: "
        "`stable_variance(…)`",
    ),
    "another signature": (
        replace("stub.py", "(values", "(numbers"),
        "mine/one_pass/stub.py: stable_variance takes (numbers), and that of solution.py (values)",
    ),
    "another name": (
        replace("solution.py", "def stable_variance", "def variance"),
        "mine/one_pass/solution.py: define stable_variance, as `entry` says: solution.py defines "
        "no 'stable_variance'. Do not rename it.",
    ),
    "a test without points": (
        replace("tests.py", "def test_an_empty_list_raises", "def test_nothing_raises"),
        "mine/one_pass/exercise.toml: below [checks], give each test of tests.py its points, in "
        "the same order: test_a_list_gives_its_mean_and_its_biased_variance, "
        "test_a_mean_of_a_billion_does_not_spoil_the_variance, "
        "test_nothing_raises_value_error_and_one_value_has_variance_0",
    ),
    "no test": (
        write("tests.py", ""),
        "mine/one_pass/exercise.toml: below [checks], give each test of tests.py its points, in "
        "the same order: there is no test yet",
    ),
    "neither a test nor points": (
        both(write("tests.py", ""), both(NO_CHECKS, replace("exercise.toml", "= 3", "= 0"))),
        "mine/one_pass/exercise.toml: each check is worth a point or more",
    ),
    "tests that say nothing": (
        replace("tests.py", "assert right, ", "assert right  # "),
        "mine/one_pass/tests.py: write a message to each assert, which asks, and shows what is "
        "received and what is expected; none is in line 17, 24",
    ),
    "hints that help with nothing": (
        replace("hints.md", "unbiased_variance", "unbiased_variance, biased, a_typo"),
        "mine/one_pass/hints.md: `Helps:` names what is neither a check nor a mutant: "
        "a_typo, biased",
    ),
    "no hint": (
        write("hints.md", "Think."),
        "mine/one_pass/hints.md: write a hint or more, each below '## Hint …'",
    ),
    "packages that tests import": (
        replace("tests.py", "import math", "import math, sys, os.path"),
        "mine/one_pass/tests.py: imports os, sys",
    ),
    "packages": (
        replace("solution.py", "def stable", "import torch, numpy\n\n\ndef stable"),
        "mine/one_pass/solution.py: imports numpy, torch, which `requires` in exercise.toml does "
        "not name",
    ),
    "a package that is not installed": (
        replace("exercise.toml", "requires = []", 'requires = ["numpy", "nosuchpackage"]'),
        "mine/one_pass/exercise.toml: `requires` names nosuchpackage, which is not installed here. "
        "Install: pip install nosuchpackage",
    ),
    "a file beside it": (
        replace(MUTANT, "def stable", "from . import solution\n\n\ndef stable"),
        f"mine/one_pass/{MUTANT}: imports solution, which `requires` in exercise.toml does not "
        "name",
    ),
    "a function that is forbidden without PyTorch": (
        replace("exercise.toml", "[checks]", 'forbids = ["var"]\n\n[checks]'),
        "mine/one_pass/exercise.toml: `forbids` names functions of PyTorch, which `requires` does "
        "not name",
    ),
    "a function that is not there": (
        replace(
            "exercise.toml",
            "requires = []",
            'requires = ["torch"]\nforbids = ["var", "mse_loss", "variance"]',
        ),
        "mine/one_pass/exercise.toml: forbids 'variance', which is neither in torch nor "
        "torch.nn.functional",
    ),
    "no mutants": (
        both(
            replace("hints.md", "Helps: unbiased_variance", ""),
            lambda folder: [path.unlink() for path in folder.glob("mutants/*")],
        ),
        "mine/one_pass/mutants has none; write the wrong solutions that you expect, a file each, "
        "named for its bug",
    ),
    "a mutant that says nothing": (
        write(MUTANT, SOLUTION),
        f"mine/one_pass/{MUTANT}: its docstring tells the learner what their code does, and what "
        "is right, in 12 words or more; one of them is You or Your",
    ),
    "a mutant that speaks of others": (
        write(MUTANT, f'"""{TWELVE_WORDS.format("They")}"""\n{SOLUTION}'),
        f"mine/one_pass/{MUTANT}: its docstring tells the learner what their code does, and what "
        "is right, in 12 words or more; one of them is You or Your",
    ),
    "a mutant that is right": (
        write(MUTANT, f'"""{TWELVE_WORDS.format("You")}"""\n{SOLUTION}'),
        f"mine/one_pass/{MUTANT} passes all tests: add one to tests.py that it fails. Or is it "
        "right? Then it belongs into mine/one_pass/variants",
    ),
    "two mutants alike": (
        lambda folder: shutil.copy(folder / MUTANT, folder / "mutants/again.py"),
        f"mine/one_pass/{MUTANT} answers all that tests.py asks as again does: add a test that "
        "tells them apart, or remove one of them",
    ),
    "a stub that is right": (
        write("stub.py", SOLUTION),
        "mine/one_pass/stub.py: fails each test, and ends no test otherwise; it gives",
    ),
    "a stub that stops": (
        replace("stub.py", "NotImplementedError", "RuntimeError"),
        "mine/one_pass/stub.py: fails each test, and ends no test otherwise; it gives",
    ),
    "a stub that says nothing": (
        replace("stub.py", "Not written yet", "Later"),
        'mine/one_pass/stub.py: ends in raise NotImplementedError("Not written yet: …"), and each '
        "test of tests.py calls the attempt",
    ),
    "a solution that is wrong": (
        replace("solution.py", "len(values)", "(len(values) - 1)"),
        "mine/one_pass/solution.py is right, and fails a test of tests.py. Mend it, or the test:",
    ),
    "a variant that is wrong": (
        lambda folder: shutil.copytree(folder / "mutants", folder / "variants"),
        "mine/one_pass/variants/an_empty_list_gives_nan.py is right, and fails a test of "
        "tests.py. Mend it, or the test:",
    ),
    "a test that no mutant fails": (
        remove("mutants/an_empty_list_gives_nan.py"),
        "no mutant fails test_an_empty_list_raises_value_error_and_one_value_has_variance_0: write "
        "one into mine/one_pass/mutants, or remove the test",
    ),
    "a variant that is right for these numbers alone": (
        variants("quarters"),
        "mine/one_pass/variants/quarters.py answers otherwise than the solution where --seed 2 "
        "draws the numbers:",
    ),
}


@pytest.mark.parametrize(("spoil", "said"), BROKEN.values(), ids=BROKEN)
def test_what_is_to_be_mended_is_said_with_its_file(own, normbook_says, spoil, said):
    spoil(own)
    status, out, _ = normbook_says("check", "mine")
    assert status == 1
    assert out.startswith(f"one_pass: mend\n  {said}\n")


def test_what_a_folder_says_is_told_at_once(own, normbook_says):
    replace("exercise.toml", "medium", "so so")(own)
    write("hints.md", "Think.")(own)
    write(MUTANT, SOLUTION)(own)
    said = [line for line in normbook_says("check", "mine")[1].splitlines() if "mine" in line]
    named = ("exercise.toml", "hints.md", MUTANT)
    assert [line.split(":")[0].strip() for line in said] == [f"mine/one_pass/{n}" for n in named]


def test_of_several_variants_each_is_named_once(own, normbook_says):
    variants("quarters", "quarters_too")(own)
    out = normbook_says("check", "mine")[1]
    assert re.findall(r"variants/(\w+)\.py answers otherwise", out) == ["quarters", "quarters_too"]


def test_one_that_is_to_be_mended_is_not_passed_over_for_others(own, normbook_says):
    shutil.copytree(own, own.with_name("two_passes"))
    (own / "hints.md").unlink()
    assert normbook_says("check", "mine") == (
        1,
        "one_pass: mend\n  write mine/one_pass/hints.md\ntwo_passes: all holds\n",
        "",
    )


def test_a_folder_has_a_name_that_python_can_import(own, normbook_says):
    own.rename(own.with_name("one-pass"))
    assert normbook_says("check", "mine")[1] == (
        "one-pass: mend\n  rename mine/one-pass: answers are files of its name, so it is "
        "lower-case words with _ between them\n"
    )


def test_points_for_nothing_are_found(own, normbook_says):
    tests = (own / "tests.py").read_text()
    start = tests.index("def test_an_empty_list_raises")
    (own / "tests.py").write_text(tests[:start] + EMPTY.lstrip())
    status, out, _ = normbook_says("check", "mine")
    assert status == 1
    assert "tests.py: what only gives a value error passes a test" in out


ASKS_FOR = """
def test_it(attempt):
    try:
        given = repr({call})
    except (RuntimeError, ValueError) as error:
        given = repr(error)
    assert given == {expected!r}
"""
FUNCTION = """
def answer(x, key):
    if x < 0:
        raise ValueError("too small")
    return {key: [x, None, "as it is"], "b": (x, x)}
"""
CLASS = """
class answer:
    def __init__(self, times, *, more):
        self.times, self.more = times, more

    def __call__(self, x):
        return x * self.times + self.more
"""


@pytest.fixture
def asks(own):
    """Give a function that makes it an exercise with this solution, which asks for one answer."""

    def write(solution: str, call: str, expected: str) -> Exercise:
        (own / "solution.py").write_text(solution)
        (own / "tests.py").write_text(ASKS_FOR.format(call=call, expected=expected))
        settings = (own / "exercise.toml").read_text().partition("[checks]")[0]
        settings = settings.replace("points = 3", "points = 1").replace("stable_variance", "answer")
        (own / "exercise.toml").write_text(f"{settings}[checks]\ntest_it = 1\n")
        for mutant in own.glob("mutants/*"):
            mutant.unlink()
        return load_exercise(own)

    return write


@pytest.mark.parametrize(
    ("solution", "call"), [(FUNCTION, "attempt(2.0, 'a')"), (CLASS, "attempt(3, more=1)(2.0)")]
)
@pytest.mark.parametrize(
    ("gives", "answer"),
    [
        ("nothing", "None"),
        ("the first argument", "2.0"),
        ("zeros like it", "0.0"),
        ("an error", "RuntimeError('no')"),
        ("a value error", "ValueError('no')"),
    ],
)
def test_what_computes_nothing_and_earns_points_is_named(asks, solution, call, gives, answer):
    (found,) = trivial_attempts_earn_nothing_and_are_not_diagnosed(asks(solution, call, answer))
    assert found.startswith(
        f"mine/one_pass/tests.py: what only gives {gives} passes a test. Let that test ask for "
        "something else, too:\nA variance in one pass: 1 of 1 points\n"
    )


def test_what_earns_the_same_for_nothing_is_told_together(asks):
    exercise = asks("def answer(x):\n    return 0.0\n", "attempt(0.0)", "0.0")
    (found,) = trivial_attempts_earn_nothing_and_are_not_diagnosed(exercise)
    assert "what only gives the first argument or zeros like it passes a test. Let" in found
    assert found.count("1 of 1 points") == 1


def test_what_computes_nothing_is_taken_for_no_mistake(own, asks):
    exercise = asks(
        FUNCTION, "attempt(2.0, 'a')", "{'a': [2.0, None, 'as it is'], 'b': (2.0, 2.0)}"
    )
    (own / MUTANT).write_text("def answer(x, key):\n    return None\n")
    assert list(trivial_attempts_earn_nothing_and_are_not_diagnosed(exercise)) == [
        "mine/one_pass/tests.py: an answer that only gives nothing is told that it makes the "
        "mistake unbiased_variance: add a test in which the two differ"
    ]


@pytest.mark.parametrize(
    ("solution", "call", "answer", "value"),
    [
        (FUNCTION, "attempt(2.0, key=1)", "{1: [1.0, None, 'as it is'], 'b': (1.0, 1.0)}", "1"),
        (CLASS, "attempt(3, more=1)(2.0)", "1.0", "1"),
        *(
            (FUNCTION, "attempt(-2.0, 'a')", one, one)
            for one in ("0", "1", "nan", "''", "'nan'", "[]", "0.0", "1.0", "True")
        ),
    ],
)
def test_one_value_that_earns_points_is_named(asks, solution, call, answer, value):
    assert list(constants_earn_nothing(asks(solution, call, answer))) == [
        f"mine/one_pass/tests.py: what answers {value} passes ['test_it']"
    ]


@pytest.mark.parametrize("name", ["nowhere", "empty"])
def test_a_folder_without_exercises_is_an_error(own, normbook_says, name):
    Path("empty").mkdir()
    status, _, error = normbook_says("check", name)
    assert status == 2
    assert error == (
        f"There is no exercise in {name}; expected a folder for each, with exercise.toml, "
        "prompt.md, stub.py, tests.py, hints.md, solution.py, mutants.\n"
    )


# ---- begun ----


def test_a_new_one_holds_and_is_given_out(own, normbook_says):
    status, out, _ = normbook_says("new", "mine/unit_sum")
    *files, _, check, release = out.splitlines()
    assert status == 0
    assert {*map(Path, files)} == {p for p in Path("mine/unit_sum").rglob("*") if p.is_file()}
    assert check == "normbook check mine/unit_sum"
    assert normbook_says(*check.split()[1:]) == (0, "unit_sum: all holds\n", "")
    assert normbook_says(*release.split()[2:], "--source", SOURCE)[0] == 0
    assert Path("week1/exercises/unit_sum.py").exists()


def test_a_new_one_may_be_the_folder_in_which_one_is(own, normbook_says, monkeypatch):
    (own.parent / "unit_sum").mkdir()
    monkeypatch.chdir(own.parent / "unit_sum")
    assert normbook_says("new", ".")[1].endswith("release week1 unit_sum --exercises ..\n")
    assert normbook_says("check", ".")[0] == 0


@pytest.mark.parametrize(
    ("folder", "why"),
    [
        ("mine/one_pass", "is there already, and nothing is overwritten"),
        ("mine/one_pass/stub.py", "'stub.py' cannot be it; expected lower-case words with _"),
        ("mine/Unit-sum", "'Unit-sum' cannot be it"),
        ("mine/lambda", "'lambda' cannot be it"),
        ("mine/layer_norm", "There is an exercise layer_norm in the book"),
    ],
)
def test_what_cannot_be_begun_is_said_and_nothing_is_written(own, normbook_says, folder, why):
    before = {path: path.is_file() and path.read_bytes() for path in Path(".").rglob("*")}
    status, _, error = normbook_says("new", folder)
    assert (status, why in error) == (2, True), error
    assert {path: path.is_file() and path.read_bytes() for path in Path(".").rglob("*")} == before


def test_the_page_for_lecturers_shows_it_whole(own):
    begin(Path("mine/centred"))
    shown = dict(BLOCK.findall((BOOK / "lecturers.md").read_text(encoding="utf-8")))
    written = {path.as_posix(): path for path in Path("mine/centred").rglob("*.*")}
    assert shown == {name: path.read_text() for name, path in written.items()}


BOOK = Path(__file__).parents[2] / "book"
BLOCK = re.compile(r"^````?\{code-block\} \w+\n:caption: (mine/\S+)\n\n(.*?)^````?$", re.M | re.S)
"""A file that a page shows, with its name."""


# ---- the same commands ----


def test_learners_work_with_it_as_with_the_book_s(own, normbook_says):
    elsewhere = ("--exercises", "mine")
    assert "my_course" in normbook_says("list", *elsewhere)[1]
    normbook_says("start", "one_pass", *elsewhere)
    assert "Divide by how many" in normbook_says("hint", "one_pass", *elsewhere)[1]
    status, out, _ = normbook_says("grade", "one_pass", *elsewhere)
    assert (status, "0 of 3 points" in out) == (1, True)
    shutil.copy(own / MUTANT, "exercises/one_pass.py")
    status, out, _ = normbook_says("grade", "one_pass", "--isolated", *elsewhere)
    assert (status, "n − 1" in out or "n - 1" in out) == (1, True)
    shutil.copy(own / "solution.py", "exercises/one_pass.py")
    assert normbook_says("grade", *elsewhere)[0] == 0


def test_all_packages_that_it_needs_are_listed(own, normbook_says):
    replace("exercise.toml", "requires = []", 'requires = ["numpy", "torch"]')(own)
    out = normbook_says("list", "--exercises", "mine")[1]
    assert normbook_says("--exercises", "mine", "list")[1] == out
    assert re.search(r"^  one_pass .* medium +numpy, torch$", out, re.MULTILINE)


def test_without_its_folder_it_is_not_known(own, normbook_says):
    status, _, error = normbook_says("grade", "one_pass")
    assert (status, "no exercise 'one_pass'" in error) == (2, True)


def test_a_class_is_graded_beside_the_book_s(own, normbook_says):
    for name, path in (("anna", own / "solution.py"), ("berta", own / MUTANT)):
        Path("handed_in", name).mkdir(parents=True)
        shutil.copy(path, f"handed_in/{name}/one_pass.py")
    shutil.copy(find("standardize").solution, "handed_in/anna/standardize.py")
    options = ("--exercises", "mine", "--jobs", "1", "--seed", "1")
    assert normbook_says("grade-class", "handed_in", *options)[0] == 0
    anna, berta = json.loads(Path("gradebook/gradebook.json").read_text())["students"]
    assert {k: v["points"] for k, v in anna["attempts"].items()} == {
        "one_pass": 3,
        "standardize": 3,
    }
    assert (
        berta["attempts"]["one_pass"]["points"]
        == grade_file(load_exercise(own), own / MUTANT).points
    )
    assert berta["attempts"]["one_pass"]["verdict"]["findings"][0]["bug"] == "unbiased_variance"


def test_pytest_alone_grades_it_where_its_folder_is_named_or_the_course_s(own):
    Path("exercises").mkdir()
    shutil.copy(own / "solution.py", "exercises/one_pass.py")
    command = [sys.executable, "-m", "pytest", "-p", "normbook.grader.pytest_plugin", "exercises"]
    environment = {**os.environ, "PYTHONPATH": SOURCES, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    for folder, collected in (("mine", "3 passed"), ("", "no tests ran"), ("", "3 passed")):
        done = subprocess.run(
            command, env={**environment, ELSEWHERE: folder}, capture_output=True, text=True
        )
        assert collected in done.stdout
        if collected == "no tests ran":
            shutil.copytree("mine", ".course")


# ---- given out ----


@pytest.fixture
def given(own, monkeypatch) -> Path:
    """A release of it and of one of the book's."""
    monkeypatch.setenv(ELSEWHERE, "mine")
    release(Path("week1"), [find("one_pass"), find("standardize")], SOURCE)
    return Path("week1")


def test_a_release_brings_its_tests_along_and_keeps_what_answers_it(own, given):
    along = {path.relative_to(given).as_posix() for path in given.rglob(".course/**/*.*")}
    names = ("exercise.toml", "prompt.md", "stub.py", "tests.py", "hints.md")
    assert along == {f".course/one_pass/{name}" for name in names}
    assert (given / "exercises/one_pass.py").read_text() == (own / "stub.py").read_text()
    everything = "".join(path.read_text() for path in given.rglob("*") if path.is_file())
    assert SOLUTION not in everything
    assert set(tomllib.loads((given / "assignment.toml").read_text())["weights"]) == {
        "one_pass",
        "standardize",
    }


def test_students_grade_it_without_its_solution(own, given, monkeypatch, capsys):
    shutil.copy(own / MUTANT, given / "exercises/one_pass.py")
    shutil.rmtree("mine")
    monkeypatch.chdir(given)
    monkeypatch.setenv(ELSEWHERE, ".course")
    assert cli.main(["grade", "one_pass", "--isolated"]) == 1
    assert "A variance in one pass: " in capsys.readouterr().out
    assert cli.main(["solution", "one_pass", "--yes"]) == 2
    assert "is with those who teach" in capsys.readouterr().err


def test_one_that_is_not_in_order_is_not_given_out(own, normbook_says):
    write(MUTANT, f'"""{TWELVE_WORDS.format("You")}"""\n{SOLUTION}')(own)
    words = ("release", "week1", "one_pass", "standardize", "--source", SOURCE)
    status, _, error = normbook_says(*words, "--exercises", "mine")
    assert (status, Path("week1").exists()) == (2, False)
    first, mend, *_, last = error.splitlines()
    assert first == "one_pass is not in order. Mend this first:"
    assert mend.startswith(f"mine/one_pass/{MUTANT} passes all tests: add one to tests.py that it")
    assert last == "Then: normbook check mine/one_pass"


def test_the_packages_that_it_needs_are_among_the_requirements(own, monkeypatch):
    replace("exercise.toml", "requires = []", 'requires = ["math", "sklearn", "numpy"]')(own)
    installed = {"sklearn": ["Scikit_Learn"]}
    (own.parents[1] / "packages").mkdir()
    (own.parents[1] / "packages/sklearn.py").touch()
    monkeypatch.syspath_prepend(own.parents[1] / "packages")
    monkeypatch.setattr(requirement, "packages_distributions", lambda: installed)
    monkeypatch.setattr(requirement, "version", {"Scikit_Learn": "1.7.2"}.get)
    monkeypatch.setenv(ELSEWHERE, "mine")
    release(Path("week1"), [find("one_pass")], SOURCE)
    lines = Path("week1/requirements.txt").read_text().splitlines()
    assert lines[1:] == [f"normbook[grader] @ {SOURCE}", "Scikit_Learn==1.7.2"]
    release(Path("week2"), [find("standardize")], SOURCE)
    workflow = Path("week2/.github/workflows/grade.yml")
    workflow.write_text(Path("week1/.github/workflows/grade.yml").read_text())
    with pytest.raises(ReleaseError, match=r"Add to it\nScikit_Learn==1\.7\.2\nand release"):
        release(Path("week2"), [find("one_pass")])
    with Path("week2/requirements.txt").open("a") as file:
        file.write("scikit-learn==1.7.1\n")
    release(Path("week2"), [find("one_pass")])
    installed.clear()
    with pytest.raises(ReleaseError, match=r"needs sklearn, which is not installed here.*pip inst"):
        release(Path("week3"), [find("one_pass")], SOURCE)


def test_learners_name_no_folder_where_it_was_given_out(own, given, normbook_says, monkeypatch):
    shutil.copy(own / "solution.py", given / "exercises/one_pass.py")
    shutil.rmtree("mine")
    monkeypatch.chdir(given)
    monkeypatch.setenv(ELSEWHERE, "")
    listed = normbook_says("list")[1]
    assert re.findall(r"^  (\w+)", listed, re.M) == ["standardize", "one_pass"]
    assert listed.split()[-1] == "0/6"
    status, out, _ = normbook_says("grade")
    assert (status, out.splitlines()[-1].split()) == (1, ["in", "all", "3", "of", "6"])
    assert "Divide by how many" in normbook_says("hint", "one_pass")[1]


def test_a_folder_that_is_named_comes_first(own, given, normbook_says, monkeypatch):
    replace(".course/one_pass/prompt.md", "Write", "Invent")(given)
    monkeypatch.chdir(given)
    for words in ((), ("--exercises", "../mine")):
        monkeypatch.setenv(ELSEWHERE, "../mine" if not words else "")
        assert "Invent" not in normbook_says("prompt", "one_pass", *words)[1]
    monkeypatch.setenv(ELSEWHERE, "")
    assert "Invent" in normbook_says("prompt", "one_pass")[1]


def test_who_marks_a_class_runs_the_tests_of_no_repository(own, given, normbook_says, monkeypatch):
    monkeypatch.chdir(given)
    monkeypatch.setenv(ELSEWHERE, "")
    Path("../handed_in/anna").mkdir(parents=True)
    shutil.copy(own / "solution.py", "../handed_in/anna/one_pass.py")
    marking = ("grade-class", "../handed_in", "--assignment", "assignment.toml")
    assert "no exercise 'one_pass'" in normbook_says(*marking)[2]
    assert os.environ[ELSEWHERE] == ""


def test_a_mended_test_is_given_out_and_no_answer_is_lost(own, given, normbook_says):
    answer = given / "exercises/one_pass.py"
    answer.write_text("what a student wrote")
    before = {path: path.read_bytes() for path in given.rglob("*") if path.is_file()}
    replace("tests.py", "import math", "import math  # mended")(own)
    replace("prompt.md", "Write", "Now write")(own)
    status, out, _ = normbook_says("release", "week1", "one_pass", "--exercises", "mine")
    after = {path: path.read_bytes() for path in given.rglob("*") if path.is_file()}
    assert (status, before.keys()) == (0, after.keys())
    changed = {p.relative_to(given).as_posix() for p in after if after[p] != before[p]}
    course = ".course/one_pass"
    assert changed == {"prompts/one_pass.md", f"{course}/prompt.md", f"{course}/tests.py"}
    assert "Students need .course/ and prompts/ anew; what they wrote stays as it is.\n" in out
    assert "[weights]" not in out


def test_one_that_is_not_in_order_is_not_given_out_anew(own, given, normbook_says):
    (own / "hints.md").write_text("Think.")
    before = {path: path.read_bytes() for path in given.rglob("*") if path.is_file()}
    assert normbook_says("release", "week1", "one_pass", "--exercises", "mine")[0] == 2
    assert {path: path.read_bytes() for path in given.rglob("*") if path.is_file()} == before


def test_one_is_added_to_what_was_given_out(own, normbook_says):
    release(Path("week1"), [find("standardize")], SOURCE)
    status, out, _ = normbook_says("release", "week1", "one_pass", "--exercises", "mine")
    assert (status, Path("week1/.course/one_pass/tests.py").is_file()) == (0, True)
    assert "below [weights]: one_pass = 1\n" in out
    assert "anew" not in out
