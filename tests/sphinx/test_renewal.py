"""Which files make every page anew when they change, and which do not."""

import ast
import importlib
from pathlib import Path
from types import SimpleNamespace

import pytest

import normbook.sphinx
from normbook.sphinx import renewal

SPHINX = Path(normbook.sphinx.__file__).parent


def asked_of_the_grader():
    """Yield the objects of the grader that modules of ours import."""
    for path in sorted(SPHINX.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                "normbook.grader"
            ):
                module = importlib.import_module(str(node.module))
                yield from (getattr(module, each.name) for each in node.names)


def test_what_pages_ask_of_the_grader_stands_in_the_files_that_renew_them():
    asked = list(asked_of_the_grader())
    assert asked
    files = {Path(str(importlib.import_module(each.__module__).__file__)) for each in asked}
    assert files <= renewal.OF_GRADER
    assert set(renewal.code_files()) >= renewal.OF_GRADER


@pytest.mark.parametrize(
    ("name", "renews"),
    [
        ("sphinx/exercise.py", True),
        ("sphinx/styles.mjs", True),
        ("norms/layer_norm.py", True),
        ("grader/verdict/find.py", True),
        ("grader/verdict/same.py", False),
        ("sphinx/assets/site.css", False),
    ],
)
def test_pages_are_made_anew_for_the_code_that_makes_them(name, renews):
    path = renewal.PACKAGE / name
    assert path.is_file()
    if path.suffix == ".py":  # which counts once it is loaded
        importlib.import_module(".".join(["normbook", *Path(name).with_suffix("").parts]))
    assert (path in renewal.code_files()) is renews


def test_all_pages_are_read_again_after_other_code_and_only_once():
    env = SimpleNamespace(found_docs={"b", "a"}, normbook_code="before")
    outdated = [renewal.renew(SimpleNamespace(normbook_code="now"), env, set(), set(), set())]
    outdated += [renewal.renew(SimpleNamespace(normbook_code="now"), env, set(), set(), set())]
    assert outdated == [["a", "b"], []]


def test_the_front_page_is_read_where_no_other_is():
    app = SimpleNamespace(config=SimpleNamespace(root_doc="book/index"))
    none, some = [], ["book/beyond"]
    renewal.read_some(app, SimpleNamespace(), none)
    renewal.read_some(app, SimpleNamespace(), some)
    assert (none, some) == (["book/index"], ["book/beyond"])
