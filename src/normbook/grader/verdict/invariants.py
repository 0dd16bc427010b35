"""What must hold of any exercise so that its verdicts are right: the book's, and one's own.

Each function yields what is wrong, with the file to mend and what to write. `INVARIANTS` lists them
in the order in which an author mends, `STAGES` which are told together: that each test is listed,
say, comes before that each fails a mutant.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import math
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ...extras import install, lacking
from .attempt import Attempt, Direct
from .find import EXERCISES, Exercise, NoExerciseError, explain
from .fresh import fresh
from .grade import grade, grade_file, grade_through
from .load import LoadError, load
from .report import Report
from .run import run

FILES = ("prompt.md", "stub.py", "tests.py", "hints.md", "solution.py", "mutants")
"""What the folder of an exercise has beside ``exercise.toml``; ``variants`` may be there, too."""
LEVELS = ("easy", "medium", "hard")
ORACLES_USE = frozenset({"math", "numpy", "pytest"})
"""What tests may import beside the packages that an exercise requires."""
MIN_EXPLANATION_WORDS = 12
"""How many words the docstring of a mutant has at least."""
SEEDS = range(1, 4)
"""The seeds with which right answers have to keep their points (`drawn`)."""


def place(exercise: Exercise, name: str) -> str:
    """Return where a file of an exercise is, as one would open it from here."""
    return os.path.relpath(exercise.folder / name)


def answers(exercise: Exercise) -> list[Path]:
    """Return the files with right and wrong answers to an exercise."""
    return [exercise.solution, *exercise.variants, *exercise.mutants]


def right_answers(exercise: Exercise) -> Iterator[tuple[str, Path]]:
    """Yield the right answers, each with its name in the folder."""
    for path in (exercise.solution, *exercise.variants):
        yield path.relative_to(exercise.folder).as_posix(), path


def imports(tree: ast.Module) -> set[str]:
    """Return the names of the packages that a module imports, and of modules beside it."""
    nodes = list(ast.walk(tree))
    names = [alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names]
    names += [n.module or n.names[0].name for n in nodes if isinstance(n, ast.ImportFrom)]
    return {name.split(".")[0] for name in names}


# ---- what a folder says ----


def files_are_there_and_python(exercise: Exercise) -> Iterator[str]:
    """Require that each file of an exercise is there, and is Python if it is named so."""
    for name in FILES:
        if not (exercise.folder / name).exists():
            yield f"write {place(exercise, name)}"
    if not exercise.slug.isidentifier():
        yield (
            f"rename {place(exercise, '')}: answers are files of its name, so it is lower-case "
            "words with _ between them"
        )
    for path in (exercise.folder / "stub.py", exercise.tests, *answers(exercise)):
        try:
            _parse(path)
        except (SyntaxError, ValueError) as error:
            yield f"{os.path.relpath(path)} is not Python: {error}"
        except FileNotFoundError:
            pass  # said above


def the_name_is_its_own(exercise: Exercise) -> Iterator[str]:
    """Require a name that no exercise of the book has, as every command refuses two of one name."""
    if exercise.is_own and (EXERCISES / exercise.slug / "exercise.toml").exists():
        yield f"rename {place(exercise, '')}: there is an exercise {exercise.slug} in the book"


def the_difficulty_is_a_known_one(exercise: Exercise) -> Iterator[str]:
    """Require that the difficulty is one of `LEVELS`."""
    if exercise.difficulty not in LEVELS:
        toml = place(exercise, "exercise.toml")
        yield f"{toml}: difficulty is {exercise.difficulty!r}; expected {', '.join(LEVELS)}"


def the_prompt_names_what_to_write(exercise: Exercise) -> Iterator[str]:
    """Require that the prompt shows a call."""
    if f"{exercise.entry}(" not in exercise.prompt:
        yield (
            f"{place(exercise, 'prompt.md')}: write what is to be written as it is called: "
            f"`{exercise.entry}(…)`"
        )


def stub_and_solution_are_called_alike(exercise: Exercise) -> Iterator[str]:
    """Require that stub and solution define what is asked for, with the same arguments."""
    found = {}
    for name in ("stub.py", "solution.py"):
        try:
            found[name] = inspect.signature(load(exercise.folder / name, exercise.entry))
        except (LoadError, ValueError) as error:
            yield f"{place(exercise, name)}: define {exercise.entry}, as `entry` says: {error}"
    if len(set(map(str, found.values()))) > 1:
        yield (
            f"{place(exercise, 'stub.py')}: {exercise.entry} takes {found['stub.py']}, and that of "
            f"solution.py {found['solution.py']}"
        )


def the_listed_checks_are_the_tests(exercise: Exercise) -> Iterator[str]:
    """Require that ``[checks]`` lists exactly the tests, in order, each with a point or more."""
    tree, toml = _parse(exercise.tests), place(exercise, "exercise.toml")
    tests = [n.name for n in tree.body if isinstance(n, ast.FunctionDef) and "test" in n.name]
    if tests != list(exercise.checks):
        yield (
            f"{toml}: below [checks], give each test of tests.py its points, in the same order: "
            f"{', '.join(tests) or 'there is no test yet'}"
        )
    if min(exercise.checks.values(), default=0) < 1:
        yield f"{toml}: each check is worth a point or more"


def tests_say_what_fails(exercise: Exercise) -> Iterator[str]:
    """Require that each assertion has a message: a learner is told nothing else of what fails."""
    nodes = ast.walk(_parse(exercise.tests))
    lines = sorted(n.lineno for n in nodes if isinstance(n, ast.Assert) and n.msg is None)
    if lines:
        yield (
            f"{place(exercise, 'tests.py')}: write a message to each assert, which asks, and shows "
            f"what is received and what is expected; none is in line {', '.join(map(str, lines))}"
        )


def hints_help_with_what_there_is(exercise: Exercise) -> Iterator[str]:
    """Require a hint, and that hints name checks and mutants that there are."""
    hints = place(exercise, "hints.md")
    if not exercise.hints:
        yield f"{hints}: write a hint or more, each below '## Hint …'"
    known = {*exercise.checks, *(path.stem for path in exercise.mutants)}
    helped = frozenset[str]().union(*(hint.helps for hint in exercise.hints))
    if helped - known:
        unknown = ", ".join(sorted(helped - known))
        yield f"{hints}: `Helps:` names what is neither a check nor a mutant: {unknown}"


def imports_are_named(exercise: Exercise) -> Iterator[str]:
    """Require that tests and answers import only what attempts have: what ``requires`` names."""
    tests = imports(_parse(exercise.tests)) - ORACLES_USE - set(exercise.requires)
    if tests:
        yield f"{place(exercise, 'tests.py')}: imports {', '.join(sorted(tests))}"
    for path in answers(exercise):
        others = imports(_parse(path)) - sys.stdlib_module_names - set(exercise.requires)
        if others:
            yield (
                f"{os.path.relpath(path)}: imports {', '.join(sorted(others))}, which `requires` "
                "in exercise.toml does not name"
            )


def what_it_requires_is_installed(exercise: Exercise) -> Iterator[str]:
    """Require that each package is here that ``requires`` names: `release` gives out no other."""
    for name in lacking(exercise.requires):
        yield (
            f"{place(exercise, 'exercise.toml')}: `requires` names {name}, which is not installed "
            f"here. Install: {install(name)}"
        )


def what_is_forbidden_is_there(exercise: Exercise) -> Iterator[str]:
    """Require that each name in ``forbids`` is a function's of PyTorch, or it forbids nothing."""
    toml = place(exercise, "exercise.toml")
    if exercise.forbids and "torch" not in exercise.requires:
        yield f"{toml}: `forbids` names functions of PyTorch, which `requires` does not name"
        return
    for name in exercise.forbids:
        torch = importlib.import_module("torch")
        if not (hasattr(torch, name) or hasattr(torch.nn.functional, name)):
            yield f"{toml}: forbids {name!r}, which is neither in torch nor torch.nn.functional"


def mutants_explain_their_bugs(exercise: Exercise) -> Iterator[str]:
    """Require that a learner is told what their code does, and what is right."""
    if not exercise.mutants:
        yield (
            f"{place(exercise, 'mutants')} has none; write the wrong solutions that you expect, a "
            "file each, named for its bug"
        )
    for path in exercise.mutants:
        told = explain(path)
        if "You" not in told or len(told.split()) < MIN_EXPLANATION_WORDS:
            yield (
                f"{os.path.relpath(path)}: its docstring tells the learner what their code does, "
                f"and what is right, in {MIN_EXPLANATION_WORDS} words or more; one of them is You "
                "or Your"
            )


# ---- what attempts earn ----


def the_stub_earns_nothing_and_says_why(exercise: Exercise) -> Iterator[str]:
    """Require that the stub earns no points, and each check says that nothing is written yet."""
    report, stub = grade_file(exercise, exercise.folder / "stub.py"), place(exercise, "stub.py")
    if report.points or {check.status for check in report.checks} != {"fail"}:
        yield f"{stub}: fails each test, and ends no test otherwise; it gives\n{report}"
    elif not exercise.repair and any("Not written yet" not in c.message for c in report.checks):
        yield (
            f'{stub}: ends in raise NotImplementedError("Not written yet: …"), and each test of '
            "tests.py calls the attempt"
        )


def right_answers_earn_everything(exercise: Exercise) -> Iterator[str]:
    """Require that the solution and the variants have full marks."""
    for name, path in right_answers(exercise):
        report = grade_file(exercise, path)
        if not report.solved:
            yield (
                f"{place(exercise, name)} is right, and fails a test of tests.py. Mend it, or the "
                f"test:\n{report}"
            )


def right_answers_keep_their_points_with_a_seed(exercise: Exercise) -> Iterator[str]:
    """Require that solution and variants agree on redrawn numbers, too.

    A question is not compared if variants disagree on it, so each is graded as if there were none.
    """
    with TemporaryDirectory() as folder:
        copy = Path(folder, exercise.slug)
        shutil.copytree(exercise.folder, copy, ignore=shutil.ignore_patterns("variants"))
        without = replace(exercise, folder=copy)
        for name, path in right_answers(exercise):
            for seed in SEEDS:
                with fresh():  # what pytest makes of warnings is not the answer's own
                    channel = Direct(load(path, exercise.entry), terms=exercise.terms)
                report = grade_through(without, channel, seed=seed)
                if not report.solved:
                    yield (
                        f"{place(exercise, name)} answers otherwise than the solution where --seed "
                        f"{seed} draws the numbers:\n{report}"
                    )
                    break


def mutants_are_known_by_their_bugs_and_each_check_fails_one(exercise: Exercise) -> Iterator[str]:
    """Require that each mutant fails and is diagnosed by its name, and each test fails a mutant."""
    idle = set(exercise.checks)
    for path in exercise.mutants:
        report, file = grade_file(exercise, path), os.path.relpath(path)
        idle -= {check.name for check in report.checks if check.status != "pass"}
        if report.solved:
            variants = place(exercise, "variants")
            yield (
                f"{file} passes all tests: add one to tests.py that it fails. Or is it right? Then "
                f"it belongs into {variants}"
            )
        elif report.diagnosis is None:
            yield f"{file} fails, and not by its answers:\n{report}"
        elif report.diagnosis.bugs != (path.stem,):
            yield (
                f"{file} answers all that tests.py asks as {', '.join(report.diagnosis.bugs)} "
                "does: add a test that tells them apart, or remove one of them"
            )
    for check in exercise.checks:
        if check in idle:
            folder = place(exercise, "mutants")
            yield f"no mutant fails {check}: write one into {folder}, or remove the test"


# ---- points for nothing ----


def nothing(*_: Any, **__: Any) -> None:
    """Return None."""


def the_first_argument(*arguments: Any, **_: Any) -> Any:
    """Return the first argument as it is."""
    return arguments[0]


def zeros_like_it(*arguments: Any, **_: Any) -> Any:
    """Return the first argument with all its numbers replaced by 0."""
    return _fill(arguments[0], 0)


def an_error(*_: Any, **__: Any) -> Any:
    """Raise an exception that no exercise asks for."""
    raise RuntimeError("no")


def a_value_error(*_: Any, **__: Any) -> Any:
    """Raise an exception that some exercises ask for in some calls."""
    raise ValueError("no")


TRIVIAL = (nothing, the_first_argument, zeros_like_it, an_error, a_value_error)
"""Attempts that compute nothing."""
NUMBERS = (0, 1, math.nan)
"""Each is tried in place of all numbers of the solution's answers."""
CONSTANTS: tuple[Any, ...] = ("", "nan", [], 0.0, 1.0, True)
"""Each is tried as the answer to everything."""


def trivial_attempts_earn_nothing_and_are_not_diagnosed(exercise: Exercise) -> Iterator[str]:
    """Require that attempts that compute nothing earn nothing, and no mutant is named for them."""
    is_class, tests = inspect.isclass(_solution(exercise)), place(exercise, "tests.py")
    # Reports on those that earn points, by the checks that they pass and by what they give.
    earning: dict[tuple[str, ...], dict[str, Report]] = {}
    for trivial in TRIVIAL:
        report = grade(exercise, _as_module(trivial) if is_class else trivial)
        gives = trivial.__name__.replace("_", " ")
        if report.points:
            passed = tuple(check.name for check in report.checks if check.points)
            earning.setdefault(passed, {})[gives] = report
        named = [finding.bug for finding in report.findings if finding.bug]
        if named:  # a guess would mislead
            yield (
                f"{tests}: an answer that only gives {gives} is told that it makes the mistake "
                f"{' and '.join(named)}: add a test in which the two differ"
            )
    for reports in earning.values():
        first, *_ = reports.values()
        yield (
            f"{tests}: what only gives {' or '.join(reports)} passes a test. Let that test ask for "
            f"something else, too:\n{first}"
        )


def constants_earn_nothing(exercise: Exercise) -> Iterator[str]:
    """Require that constant answers earn nothing, and constant numbers in the right shape."""
    solution = _solution(exercise)
    attempts = [(number, _with_one_number(solution, number)) for number in NUMBERS]
    attempts += [(constant, partial(_give, constant)) for constant in CONSTANTS]
    for value, attempt in attempts:
        earning = [c.name for c in run(exercise, Attempt(Direct(attempt))) if c.points]
        if earning:
            yield f"{place(exercise, 'tests.py')}: what answers {value!r} passes {earning}"


def _give(constant: Any, *_: Any, **__: Any) -> Any:
    return constant


def _fill(value: Any, number: float) -> Any:
    """Return a value with all its numbers replaced by one."""
    if isinstance(value, (list, tuple)):
        return type(value)(_fill(each, number) for each in value)
    if isinstance(value, dict):
        return {key: _fill(each, number) for key, each in value.items()}
    return value if value is None or isinstance(value, str) else value * 0 + number


def _with_one_number(solution: Any, number: float) -> Any:
    """Return an attempt with the solution's answers, but one number, which is never refused."""

    def call(function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
        try:
            return _fill(function(*arguments, **keywords), number)
        except ValueError:
            return number

    class Module:
        def __init__(self, *arguments: Any, **keywords: Any) -> None:
            self.module = solution(*arguments, **keywords)

        def __call__(self, x: Any) -> Any:
            return call(self.module, x)

    return Module if inspect.isclass(solution) else partial(call, solution)


def _as_module(function: Callable[..., Any]) -> type:
    """Return a class whose objects call a function."""

    class Module:
        def __init__(self, *_: Any, **__: Any) -> None:
            pass

        def __call__(self, *arguments: Any, **_: Any) -> Any:
            return function(*arguments)

    return Module


def _solution(exercise: Exercise) -> Any:
    return load(exercise.solution, exercise.entry)


def _parse(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), path)


# ---- all of them ----

Invariant = Callable[[Exercise], Iterator[str]]
STAGES: tuple[tuple[Invariant, ...], ...] = (
    (files_are_there_and_python, the_name_is_its_own, what_it_requires_is_installed),
    (
        the_difficulty_is_a_known_one,
        the_prompt_names_what_to_write,
        stub_and_solution_are_called_alike,
        the_listed_checks_are_the_tests,
        tests_say_what_fails,
        hints_help_with_what_there_is,
        imports_are_named,
        what_is_forbidden_is_there,
        mutants_explain_their_bugs,
    ),
    (the_stub_earns_nothing_and_says_why,),
    (right_answers_earn_everything,),
    (mutants_are_known_by_their_bugs_and_each_check_fails_one,),
    (trivial_attempts_earn_nothing_and_are_not_diagnosed,),
    (constants_earn_nothing,),
    (right_answers_keep_their_points_with_a_seed,),
)
"""Invariants that are told together, as none of them fails because another one does."""
INVARIANTS = tuple(invariant for stage in STAGES for invariant in stage)


def broken(exercise: Exercise) -> Iterator[str]:
    """Yield what is wrong with an exercise, in the first stage in which something is.

    Later ones may fail for the same reason, and are told when that is mended.
    """
    for stage in STAGES:
        found = [text for invariant in stage for text in invariant(exercise)]
        yield from found
        if found:
            return


def exercises_in(folder: Path) -> Iterator[Path]:
    """Yield the exercises in a folder, which may be one itself.

    Raises
    ------
    NoExerciseError
        If there is none.
    """
    if (folder / "exercise.toml").exists():
        yield folder
        return
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    found = [path for path in paths if path.is_dir() and not path.name.startswith((".", "_"))]
    if not found:
        raise NoExerciseError(
            f"There is no exercise in {folder}; expected a folder for each, with exercise.toml, "
            f"{', '.join(FILES)}."
        )
    yield from found
