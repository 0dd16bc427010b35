"""Change the code a little, thousands of times, and see which changes no test notices.

Usage: python tools/mutation.py [--sample N] [--seed S] [PATTERN ...]

All 16,000 take hours. A pattern, ``normbook.norms*``, tries those whose names it fits; a sample,
so many drawn from each package by a seed: of 400 the share is known to 3 in a hundred or better.

mutmut makes the mutants, and knows which tests call the function that one is in. Here pytest
collects once and forks for each mutant, which is faster by far than to start anew; functions with
decorators have mutants, too; and mutants that behave as the original does are kept in
``equivalent_mutants.toml``, each with the reason.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import libcst as cst
import pytest
from changes import difference, equivalences
from mutmut import __main__ as mutmut
from mutmut.configuration import config
from mutmut.mutation import file_mutation
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import read_functions_from_index
from mutmut.runners.harness import PytestRunner
from mutmut.state import state
from mutmut.stats import status_by_exit_code
from mutmut.utils.file_utils import change_cwd, walk_mutatable_files
from mutmut.utils.format_utils import orig_function_and_class_names_from_key
from mutmut.workers import isolation

FLOORS = {"norms": 95, "grader": 90, "sphinx": 90}
"""For each package, the percentage of its mutants that tests have to notice."""
UNNOTICED = {"survived", "no tests"}
UNTRIED = {"not checked", "check was interrupted by user"}
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.toml")
NOTICED_BY = Path("mutants/noticed_by.txt").absolute()
"""Names the test that noticed each mutant, a line each: such a test is tried first on the next."""
LAST_FAILED = Path("mutants/.pytest_cache/v/cache/lastfailed").absolute()
"""Where pytest notes the tests that failed."""
MEMORY = 8 * 2**30
"""The memory that a process may take, in bytes, since a mutant may ask for any amount."""


def room_of(path: Path) -> str:
    """Return the folder of the package that a file is in."""
    return path.parts[2]


@dataclass(frozen=True)
class Mutant:
    """A change, and whether a test noticed it: None if it was not tried."""

    path: Path
    line: int
    function: str
    before: str
    after: str
    noticed: bool | None

    @property
    def room(self) -> str:
        """The folder of the package that it is in."""
        return room_of(self.path)

    @property
    def place(self) -> str:
        """Its file in the package, and its function."""
        return f"{self.path.relative_to('src/normbook')}:{self.function}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.function}\n  - {self.before}\n  + {self.after}"


# ---- trying


class Server(isolation.ForkServerRunner):
    """Collects the tests once; a mutant is tried in a fork of that very session."""

    def collect_stats(self, tests: Iterable[str] | None) -> int:
        """Note which tests call which functions, in this process alone: others could not say."""
        os.environ.pop("MUTANT_UNDER_TEST", None)
        exit_code = super().collect_stats(tests)
        if exit_code:
            failed = json.loads(LAST_FAILED.read_text()) if LAST_FAILED.exists() else {}
            print("\nThis fails though nothing is changed:", *failed or ["pytest"], sep="\n  ")
        return exit_code

    def run_clean_tests(self, tests: Iterable[str]) -> int:
        """Do nothing: the session that the mutants are tried in runs the clean tests, too."""
        return 0

    def _forkserver_main(self, work_fd: int, result_fd: int) -> None:
        self.test_runner_class = Collected
        serve = super()._forkserver_main

        class Plugin:
            @staticmethod
            def pytest_runtestloop(session: pytest.Session) -> bool:
                Collected.session = session
                everything = [item.nodeid for item in session.items]
                if isolation.run_in_fork(Collected().run_tests, mutant_name=None, tests=everything):
                    failed = NOTICED_BY.read_text(encoding="utf-8").splitlines()[-1]
                    raise pytest.UsageError(f"this fails though nothing is changed: {failed}")
                serve(work_fd, result_fd)
                return True

        # What tests print is kept in memory, as forks would share files; and mutmut leaves files
        # open, which a test would be blamed for.
        options = ["--capture=sys", "-pno:unraisableexception"]
        options += config().pytest_add_cli_args_test_selection
        NOTICED_BY.touch()
        with change_cwd("mutants"), open(os.devnull, "w") as null, redirect_stdout(null):
            PytestRunner().execute_pytest(options, plugins=[Plugin()])


class Collected(PytestRunner):
    """Runs collected tests until one fails: first those that are fast, or notice many mutants."""

    session: pytest.Session

    def warm_up(self) -> None:
        """Do nothing: the session that forks is warm already."""

    def run_tests(self, *, mutant_name: str | None, tests: Iterable[str]) -> int:
        """Return 0 if all of them pass."""
        wanted = set(tests)
        items = [item for item in self.session.items if item.nodeid in wanted]
        noticed = Counter(NOTICED_BY.read_text(encoding="utf-8").splitlines())
        seconds = state().duration_by_test
        items.sort(key=lambda item: seconds[item.nodeid] / (1 + noticed[item.nodeid]))
        following = [*items[1:], None]
        try:
            for item, next_item in zip(items, following, strict=True):
                item.ihook.pytest_runtest_protocol(item=item, nextitem=next_item)
                if self.session.testsfailed:
                    with NOTICED_BY.open("a", encoding="utf-8") as file:
                        print(item.nodeid, file=file)
                    return 1
        except BaseException:  # an exit, say: of this process alone
            return 1
        return 0


def mutate_decorated_functions() -> None:
    """Have mutmut change functions with decorators, too: they go around all mutants of one."""
    arrange = file_mutation.function_trampoline_arrangement
    skip = file_mutation.MutationVisitor._skip_node_and_children

    def is_bound(function: cst.FunctionDef) -> bool:
        names = (getattr(each.decorator, "value", "") for each in function.decorators)
        return any(name in ("staticmethod", "classmethod") for name in names)

    def arrangement(function: cst.FunctionDef, *rest: Any, **named: Any) -> Any:
        empty, (trampoline, *copies), filled, names = arrange(function, *rest, **named)
        if not is_bound(function):
            copies = [copy.with_changes(decorators=[]) for copy in copies]
        return empty, [trampoline, *copies], filled, names

    def skips(visitor: file_mutation.MutationVisitor, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef) and not is_bound(node):
            node = node.with_changes(decorators=[])
        return skip(visitor, node)

    file_mutation.function_trampoline_arrangement = arrangement
    file_mutation.MutationVisitor._skip_node_and_children = skips  # type: ignore[assignment]


def draw(count: int, seed: int) -> None:
    """Have mutmut try only so many of each package, drawn by chance."""
    collect = mutmut.collect_source_file_mutation_data

    def collect_some(**named: Any) -> Any:
        mutants, by_path = collect(**named)
        rooms: dict[str, list[Any]] = {}
        for mutant in sorted(mutants, key=lambda mutant: mutant[1]):
            rooms.setdefault(room_of(Path(mutant[0].path)), []).append(mutant)
        chance = random.Random(seed)
        drawn = (chance.sample(each, min(count, len(each))) for each in rooms.values())
        return [mutant for some in drawn for mutant in some], by_path

    mutmut.collect_source_file_mutation_data = collect_some


def try_mutants(patterns: Sequence[str]) -> None:
    """Have mutmut try what it has not tried since the function changed."""
    mutate_decorated_functions()
    del sys.modules["__main__"].__file__  # or a process that a test starts imports it, and mutmut
    isolation.ForkServerRunner = Server  # type: ignore[misc]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with tempfile.TemporaryDirectory() as folder:  # mutants leave things behind
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        mutmut.cli.main(["run", *patterns], standalone_mode=False)


# ---- telling


def all_mutants() -> Iterator[Mutant]:
    """Yield all mutants, tried or not."""
    for path in walk_mutatable_files():
        lines = dict(functions(ast.parse(path.read_text(encoding="utf-8"))))
        data = SourceFileMutationData(path=path)
        data.load()
        for name, exit_code in data.exit_code_by_key.items():
            function, owner = orig_function_and_class_names_from_key(name)
            function = f"{owner}.{function}" if owner else function
            offset, before, after = change(name, path)
            status = status_by_exit_code[exit_code]
            noticed = None if status in UNTRIED else status not in UNNOTICED
            yield Mutant(path, lines[function] + offset, function, before, after, noticed)


def functions(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, int]]:
    """Yield the functions and methods of a module, each with its line."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield prefix + child.name, child.lineno
        elif isinstance(child, ast.ClassDef):
            yield from functions(child, f"{child.name}.")


def change(name: str, path: Path) -> tuple[int, str, str]:
    """Return in which line of its function a mutant differs, from what, and to what."""
    found = read_functions_from_index(name, path)
    assert found is not None, f"mutmut has no lines for {name}"
    old, new = (cst.Module([each.with_changes(leading_lines=[])]).code for each in found)
    return difference(old, new)


def tell() -> bool:
    """Print what no test noticed, and each room's share; return whether that is good enough."""
    everything, named = list(all_mutants()), equivalences(EQUIVALENT)
    mutants = [mutant for mutant in everything if mutant.noticed is not None]
    is_whole = 0 < len(mutants) == len(everything)
    unnoticed = [mutant for mutant in mutants if not mutant.noticed]
    changes = {mutant: (mutant.place, mutant.before, mutant.after) for mutant in unnoticed}
    survivors = [m for m in unnoticed if not any(each.covers(*changes[m]) for each in named)]
    obsolete = [
        each
        for each in (named if is_whole else ())
        if not any(each.covers(*change) for change in changes.values())
    ]
    for mutant in survivors:
        print(mutant)
    for each in obsolete:
        print(f"{EQUIVALENT.name} names a change that was not tried, or was noticed: {each}")
    good = bool(mutants) and not obsolete
    if not is_whole:
        print(f"{len(mutants):,} of {len(everything):,} changes were tried")
    for room, floor in FLOORS.items():
        noticed = sum(mutant.noticed is True for mutant in mutants if mutant.room == room)
        count = noticed + sum(mutant.room == room for mutant in survivors)
        if not count:
            continue
        share = 100 * noticed / count
        good &= share >= floor
        print(f"{room:8} {noticed:5} of {count:5} noticed, {share:5.1f} %; at least {floor} %")
    return good


def main() -> int:
    """Try, and tell; return 1 if tests notice too little."""
    parser = argparse.ArgumentParser(description="Change the code, and see what tests notice.")
    parser.add_argument("patterns", nargs="*", metavar="PATTERN", help="of names; all if left out")
    parser.add_argument("--sample", type=int, help="how many of each package to try; all")
    parser.add_argument("--seed", type=int, default=0, help="of the sample; 0")
    options = parser.parse_args()
    if options.sample is not None:
        draw(options.sample, options.seed)
    try_mutants(options.patterns)
    return int(not tell())


if __name__ == "__main__":
    sys.exit(main())
