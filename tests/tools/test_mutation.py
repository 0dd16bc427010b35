"""A change that is named as equivalent is of a function that is there."""

import ast
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

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
