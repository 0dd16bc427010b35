"""Wrong answers combine where they change different places."""

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from normbook.grader import find_all
from normbook.grader.verdict.merge import is_alike, merge

SOURCE = Path(__file__).parents[3] / "src" / "normbook"

SOLUTION = """\
def f(x, eps=0.1):
    '''Say what it does.'''
    if x:  # a comment
        y = x + eps
        return [y, "a  b"]
    return None
"""


@pytest.fixture
def merged(tmp_path):
    def combine(*changes):
        (tmp_path / "solution.py").write_text(SOLUTION)
        paths = []
        for number, change in enumerate(changes):
            path = tmp_path / f"{number}.py"
            path.write_text(f'"""Mutant {number}."""\n' + SOLUTION.replace(*change))
            paths.append(path)
        return merge(tmp_path / "solution.py", paths)

    return combine


def run(source, *arguments):
    namespace = {}
    exec(source, namespace)
    return namespace["f"](*arguments)


def test_edits_in_different_places_are_all_made(merged):
    source = merged(("x + eps", "x - eps"), ("return None", "return 7"), ("0.1", "0.5"))
    assert run(source, 2) == [1.5, "a  b"]
    assert run(source, 0) == 7


def test_two_edits_of_one_line_are_made(merged):
    assert run(merged(("x + eps", "2 * x + eps"), ("x + eps", "x + eps * 3")), 1) == [2.3, "a  b"]


def test_an_edit_between_two_of_another_s_is_made(merged):
    around = ('x + eps\n        return [y, "a  b"]', 'x - eps\n        return [y, "a  b", 0]')
    assert run(merged(around, ('"a  b"', '"c"')), 1) == [0.9, "c", 0]


def test_lines_may_come_go_and_be_nested(merged):
    source = merged(("        y = x", "        if x > 1:\n            x = 0\n        y = x"))
    assert run(source, 5) == [0.1, "a  b"]
    assert run(merged(('        return [y, "a  b"]\n', "")), 5) is None


def test_the_same_edit_twice_is_made_once(merged):
    assert run(merged(("0.1", "0.5"), ("0.1", "0.5")), 1) == [1.5, "a  b"]


@pytest.mark.parametrize(
    "changes",
    [
        [("x + eps", "x - eps"), ("x + eps", "x * eps")],
        [("        y = x + eps\n", ""), ('        return [y, "a  b"]\n', "")],
    ],
    ids=["the same place", "nothing is left of a block"],
)
def test_what_does_not_combine_is_none(merged, changes):
    assert merged(*changes) is None


def test_names_and_layout_make_no_other_way():
    other = SOLUTION.replace("y", "result").replace("  # a comment", "")
    assert is_alike(SOLUTION, other)
    assert not is_alike(SOLUTION, "def f(x, eps=0.1):\n    return [x + eps, 'a'] if x else None\n")


def test_a_string_with_fields_is_one_token_and_stays_as_it_is(merged):
    field = """f"{x!r:>{5}} is {'a' + f'{x}'}  {{no}} field\\n{x=}\""""
    source = merged(('"a  b"', field), ("x + eps", "x - eps"))
    assert run(source, 1) == [0.9, eval(field, {"x": 1})]


MERGE_ALL = """
import importlib.util, json
from itertools import pairwise
from pathlib import Path

book = Path("/book")
spec = importlib.util.spec_from_file_location("merge", book / "grader" / "verdict" / "merge.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(json.dumps([
    module.merge(folder / "solution.py", pair) is not None
    for folder in sorted((book / "exercises").iterdir()) if (folder / "mutants").is_dir()
    for pair in pairwise(sorted((folder / "mutants").glob("*.py"))[:12])
]))
"""


def test_the_same_pairs_merge_in_the_newer_python_of_the_page():
    core = pytest.importorskip("normbook.sphinx.python.core")  # which needs Sphinx
    node = shutil.which("node")
    if node is None or not core.PYODIDE.is_dir():
        pytest.skip("there is no Pyodide: install Node.js, then npm ci")
    script = Path(__file__).with_name("pyodide.mjs")
    done = subprocess.run(
        [node, str(script), str(SOURCE)],
        input=MERGE_ALL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    here = [
        merge(exercise.solution, pair) is not None
        for exercise in sorted(find_all(), key=lambda each: each.slug)
        for pair in pairwise(sorted(exercise.mutants)[:12])
    ]
    assert json.loads(done.stdout) == here
    assert sum(here) > len(here) / 2
