"""What the site serves is enough to grade, in Pyodide itself."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from normbook.grader import find
from normbook.grader.verdict.grade import grade_file
from normbook.sphinx.python.lock import Lock
from normbook.sphinx.python.wheels import find_wheel


def in_pyodide(folder: Path, packages: list[str], requests: list[list[str]]) -> list[dict]:
    """Return what normbook.grader.page answers in Pyodide, with what the site serves alone."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    script = Path(__file__).with_name("pyodide.mjs")
    done = subprocess.run(
        [node, str(script), str(folder), *packages],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(answer) for answer in json.loads(done.stdout.splitlines()[-1])]


def same_in_pyodide(folder: Path, packages: list[str], slug: str) -> None:
    """Hold the page's reports on a solution, a stub and mutants to the command line's."""
    exercise = find(slug)
    paths = [exercise.solution, exercise.folder / "stub.py", *exercise.mutants[:3]]
    answers = in_pyodide(folder, packages, [["check", slug, p.read_text()] for p in paths])
    assert answers[0]["points"] == exercise.points
    assert answers[1]["points"] == 0
    for path, answer in zip(paths, answers, strict=True):
        expected = grade_file(exercise, path).as_dict()
        del answer["text"], answer["helping"]
        for check in expected["checks"] + answer["checks"]:
            if check["status"] == "error":  # these two Pythons word an exception differently
                del check["message"]
        assert answer == json.loads(json.dumps(expected)), path.name


def test_an_exercise_without_numpy_is_graded_where_numpy_is_missing(elsewhere, write, package):
    folder, _ = write(package)
    same_in_pyodide(folder, ["grader", "exercises/min_max_scale"], "min_max_scale")


def test_an_exercise_with_numpy_is_graded(monkeypatch, write, package):
    if find_wheel(Lock.read(), "numpy") is None:
        pytest.skip("no wheel of NumPy for Pyodide: name its folder in NORMBOOK_PYODIDE_WHEELS")
    folder, _ = write(package)
    same_in_pyodide(folder, ["grader", "numpy", "exercises/layer_norm"], "layer_norm")


def test_a_cell_runs_and_tampering_is_found_out(elsewhere, write, package):
    folder, _ = write(package)
    patched = (
        "import sys\nsys.modules['pytest'].main = lambda *a, **k: 0\n"
        "def min_max_scale(x):\n    return x"
    )
    cell, report, found = in_pyodide(
        folder,
        ["grader", "exercises/min_max_scale"],
        [
            ["run", "x = 2\nx + 1"],
            ["check", "min_max_scale", patched],
            ["run", "import js\njs.eval"],
        ],
    )
    assert cell == {"value": "3", "error": "", "figures": []}
    assert "Your code changed pytest.main" in report["message"]
    assert "AttributeError: eval" in found["error"], "the browser is out of reach"
