"""What must hold of every exercise. What fails says which file to mend, and how.

What holds of exercises of one's own, too, is in ``verdict/invariants.py``; here is what this book
asks of its own beside.
"""

import contextlib
import inspect
import itertools
import re
from functools import cache
from pathlib import Path

import pytest

from normbook.grader import find_all
from normbook.grader.fence.grade import grade_apart
from normbook.grader.fence.limits import Limits
from normbook.grader.fence.sandbox import AVAILABLE, Sandbox
from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.find import CHAPTERS, EXERCISES
from normbook.grader.verdict.grade import grade_file
from normbook.grader.verdict.hints import choose
from normbook.grader.verdict.invariants import FILES, INVARIANTS, place
from normbook.grader.verdict.load import load
from normbook.grader.verdict.run import run

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "book"
CORE = {"layer_norm", "layer_norm_backward", "batch_norm", "rms_norm", "group_norm"}
MUTANTS, MUTANTS_OF_CORE, VARIANTS, HINTS = 10, 25, 3, 3
"""How many of each an exercise has, at least."""
STUB_LINES = 12
FUNCTIONS = [exercise for exercise in find_all() if exercise.entry.islower()]
"""The exercises that ask for a function, not for a class."""


pytestmark = pytest.mark.usefixtures("one_thread")
each_exercise = pytest.mark.parametrize("exercise", find_all(), ids=lambda e: e.slug)


@pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda each: each.__name__)
@each_exercise
def test_invariants_hold(exercise, invariant):
    found = list(invariant(exercise))
    assert not found, "\n".join(found)


# ---- all of them ----


def test_every_folder_is_an_exercise():
    folders = {p.name for p in EXERCISES.iterdir() if p.is_dir() and p.name != "__pycache__"}
    others = folders - {exercise.slug for exercise in find_all()}
    assert not others, f"in src/normbook/exercises, these have no exercise.toml: {sorted(others)}"


# ---- what a folder says ----


@each_exercise
def test_no_unexpected_file(exercise):
    found = {path.name for path in exercise.folder.iterdir() if path.name != "__pycache__"}
    others = found - {"exercise.toml", "variants", *FILES}
    assert not others, f"remove {place(exercise, min(others))}"


@each_exercise
def test_minutes_are_stated(exercise):
    toml = place(exercise, "exercise.toml")
    assert 5 <= exercise.minutes <= 60, f"{toml}: minutes is a number from 5 to 60"


@each_exercise
def test_the_chapter_is_one_of_the_book(exercise):
    assert (BOOK / f"{exercise.chapter}.md").exists(), (
        f"{place(exercise, 'exercise.toml')}: chapter is {exercise.chapter!r}; expected the name "
        "of a file in book/, without .md"
    )


@each_exercise
def test_the_stub_fits_a_cell(exercise):
    assert exercise.repair or len(exercise.stub.splitlines()) <= STUB_LINES, (
        f"{place(exercise, 'stub.py')}: at most {STUB_LINES} lines"
    )


@each_exercise
def test_hints_escalate(exercise):
    hints = place(exercise, "hints.md")
    assert len(exercise.hints) >= HINTS, f"{hints}: at least {HINTS}, each below '## Hint …'"
    assert not any("$" in h.text for h in exercise.hints), (
        f"{hints}: a terminal shows no formula. Write x̂ᵢ and √(σ² + ε)"
    )
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


@each_exercise
def test_the_first_hint_after_a_mistake_helps_with_it_whatever_checks_fail(exercise):
    hints, checks = exercise.hints, frozenset(exercise.checks)
    mistakes = [path.stem for path in exercise.mutants]
    first = {bug: hints[choose(hints, 0, ({bug}, checks))] for bug in mistakes}
    assert [bug for bug in mistakes if bug not in first[bug].helps] == []


@each_exercise
def test_the_first_hint_after_a_mistake_is_not_the_code(exercise):
    hints = exercise.hints
    mistakes = [path.stem for path in exercise.mutants]
    told = [bug for bug in mistakes if choose(hints, 0, ({bug}, frozenset())) == len(hints) - 1]
    assert told == [], (
        f"{place(exercise, 'hints.md')}: name these in the `Helps:` of a hint before the last, "
        "which says in words what they lack"
    )


def test_chapters_are_listed_in_the_order_of_the_book():
    contents = (ROOT / "_toc.yml").read_text(encoding="utf-8")
    order = [name for name in re.findall(r"file: book/(\w+)", contents) if name in CHAPTERS]
    assert order == list(CHAPTERS), "CHAPTERS in grader/verdict/find.py has the order of _toc.yml"


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


# ---- points for nothing, of what is called with several arguments ----

GIVEN = {
    "the_second": lambda *arguments, **_: arguments[min(1, len(arguments) - 1)],
    "the_last": lambda *arguments, **keywords: [*arguments, *keywords.values()][-1],
    "all": lambda *arguments, **_: arguments,
    "all_in_a_list": lambda *arguments, **_: list(arguments),
}


@pytest.mark.parametrize("give", GIVEN.values(), ids=GIVEN)
@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.slug)
def test_what_gives_back_its_arguments_earns_nothing(exercise, give):
    assert [c.name for c in run(exercise, Attempt(Direct(give))) if c.points] == []


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.slug)
def test_what_gives_back_several_of_its_arguments_earns_nothing(exercise):
    solution = load(exercise.solution, exercise.entry)
    signature, sizes = inspect.signature(solution), set()

    def solve(*arguments, **keywords):
        result = solution(*arguments, **keywords)
        sizes.add(len(result) if isinstance(result, tuple) else 0)
        return result

    list(run(exercise, Attempt(Direct(solve))))
    parameters = signature.parameters.values()
    data = [each.name for each in parameters if not isinstance(each.default, (int, float))]
    for size in sizes - {0}:
        for names in itertools.product(data, repeat=size):

            def give(*arguments, names=names, **keywords):
                bound = signature.bind(*arguments, **keywords)
                bound.apply_defaults()
                return tuple(bound.arguments[name] for name in names)

            earning = [c.name for c in run(exercise, Attempt(Direct(give))) if c.points]
            assert earning == [], f"return {', '.join(names)}"


def listed(result):
    """Return a result with lists where it has arrays."""
    if isinstance(result, tuple):
        return tuple(map(listed, result))
    return result.tolist() if hasattr(result, "tolist") else result


@pytest.mark.parametrize("exercise", FUNCTIONS, ids=lambda e: e.slug)
def test_a_list_is_told_to_be_one_and_no_shape(exercise):
    solution = load(exercise.solution, exercise.entry)
    attempt = Attempt(Direct(lambda *given, **named: listed(solution(*given, **named))))
    told = [check.message for check in run(exercise, attempt) if check.status == "fail"]
    assert not [message for message in told if "shape None" in message]


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


# ---- a check that asks whether arguments are left as they were asks nothing else ----

OF_ARGUMENTS = "test_the_arguments_are_left_as_they_were"


def larger(result):
    """Return a result with other numbers in it, which are wrong."""
    if isinstance(result, tuple | list):
        return type(result)(map(larger, result))
    if isinstance(result, dict):
        return {name: larger(each) for name, each in result.items()}
    return 1.75 * result


@pytest.mark.parametrize(
    "exercise",
    [e for e in find_all() if OF_ARGUMENTS in e.checks],
    ids=lambda e: e.slug,
)
def test_wrong_numbers_do_not_fail_the_check_of_the_arguments(exercise):
    solution = load(exercise.solution, exercise.entry)
    attempt = Attempt(Direct(lambda *given, **named: larger(solution(*given, **named))))
    verdicts = {check.name: check.status for check in run(exercise, attempt)}
    assert verdicts.pop(OF_ARGUMENTS) == "pass"
    assert "fail" in verdicts.values()
