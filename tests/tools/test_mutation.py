"""What tests do not notice is told; a change named as equivalent is of a function that is there."""

import ast
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

TELL = """\
import io, json, sys
from contextlib import redirect_stdout
from pathlib import Path
import mutation
from changes import Equivalence

def tell(tried, equivalent):
    path = Path("src/normbook/norms/one.py")
    mutants = [mutation.Mutant(path, 7, "f", "a", after, noticed) for after, noticed in tried]
    named = [Equivalence("norms/one.py:f", "a", after) for after in equivalent]
    mutation.all_mutants, mutation.equivalences = lambda: iter(mutants), lambda file: named
    with redirect_stdout(io.StringIO()) as printed:
        return mutation.tell(), printed.getvalue()

mutation.FLOORS = {"norms": 60}
print(json.dumps([tell(*case) for case in json.load(sys.stdin)]))
"""
TOLD = [
    # what was tried and noticed, what is named as equivalent, whether that is good, what is said
    ([("b", True), ("c", True), ("d", False)], [], True, ["  + d", "2 of     3 noticed"]),
    ([("b", True), ("c", False), ("d", False)], [], False, ["  + c", "  + d", "1 of     3"]),
    ([("b", True), ("c", False), ("d", False)], ["c", "d"], True, ["1 of     1"]),
    ([("b", True), ("c", True)], ["e"], False, ["that was not tried, or was noticed"]),
    ([("b", True), ("c", None)], ["e"], True, ["1 of 2 changes were tried", "1 of     1"]),
    ([("b", None), ("c", None)], [], False, ["0 of 2 changes were tried"]),
    ([], [], False, ["0 of 0 changes were tried"]),
]
ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "normbook"
NAMED = tomllib.loads((ROOT / "tools" / "equivalent_mutants.toml").read_text("utf-8"))["equivalent"]


def functions(node: ast.AST, within: str = "") -> Iterator[str]:
    """Yield the names of functions, each with that of its class."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield within + child.name
        elif isinstance(child, ast.ClassDef):
            yield from functions(child, f"{within}{child.name}.")


THERE = {
    f"{path.relative_to(PACKAGE).as_posix()}:{name}"
    for path in PACKAGE.rglob("*.py")
    for name in functions(ast.parse(path.read_text("utf-8")))
}


@pytest.mark.parametrize("place", sorted({each["in"] for each in NAMED}))
def test_it_is_there(place):
    assert any(fnmatch(each, place) for each in THERE)


@pytest.mark.skipif(os.name == "nt", reason="mutmut needs processes that fork")
def test_it_is_good_where_enough_of_what_was_tried_is_noticed():
    # In a process of its own: mutmut says for all of it how processes begin.
    done = subprocess.run(
        [sys.executable, "-c", TELL],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "tools")},
        input=json.dumps([case[:2] for case in TOLD]),
        capture_output=True,
        text=True,
        check=True,
    )
    for (*case, good, said), told in zip(TOLD, json.loads(done.stdout), strict=True):
        assert told[0] is good, case
        assert [text for text in said if text not in told[1]] == [], case
