"""The grader: attempts of all kinds get a verdict, and a clear one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from normbook.grader import check, find, prompt
from normbook.grader.verdict.find import MalformedExerciseError, load_exercise
from normbook.grader.verdict.grade import grade, grade_file
from normbook.grader.verdict.load import MAX_SOURCE_BYTES
from normbook.grader.verdict.same import same

SOLUTION = find("layer_norm").solution.read_text()


def graded(tmp_path: Path, source: str):
    path = tmp_path / "layer_norm.py"
    path.write_text(source)
    return grade_file(find("layer_norm"), path)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def layer_norm(x:\n    pass\n", "layer_norm.py, line 1: "),
        (
            "import nothing_of_this_name\nnothing_of_this_name.x",
            "layer_norm.py, line 2: ModuleNotFoundError",
        ),
        ("x = 1\n\ny = x / 0\n", "layer_norm.py, line 3: ZeroDivisionError"),
        ("import sys\nsys.exit()\n", "line 2: SystemExit"),
        ("def my_norm():\n    pass\n", "defines no 'layer_norm'"),
        ("layer_norm = 3\n", "Expected layer_norm, got int"),
        ("", "layer_norm.py is empty"),
        ("\n  \n", "layer_norm.py is empty"),
        ("\0", "null byte"),
        ("class E(Exception):\n    __str__ = None\nraise E\n", "layer_norm.py, line 3: E"),
    ],
)
def test_a_file_that_gives_no_attempt_says_why(tmp_path, source, message):
    report = graded(tmp_path, source)
    assert message in report.message
    assert report.points == 0
    assert not report.solved
    assert "Traceback" not in str(report)


def test_a_link_is_not_followed_and_a_huge_file_not_read(tmp_path):
    link = tmp_path / "layer_norm.py"
    link.symlink_to(find("layer_norm").solution)
    assert "is a link" in grade_file(find("layer_norm"), link).message
    huge = tmp_path / "huge.py"
    huge.write_bytes(b"#" * (MAX_SOURCE_BYTES + 1))
    assert "more than" in grade_file(find("layer_norm"), huge).message


def test_an_exception_names_its_line(tmp_path):
    report = graded(tmp_path, "def layer_norm(x, *rest, **more):\n    return x.middle()\n")
    assert {c.status for c in report.checks} == {"error"}
    assert "layer_norm.py, line 2: AttributeError" in report.checks[0].message


@pytest.mark.parametrize("leave", ["sys.exit()", "raise SystemExit(3)", "quit()"])
def test_an_attempt_that_exits_is_an_error_and_no_exit(tmp_path, leave):
    report = graded(tmp_path, f"import sys\ndef layer_norm(*a, **k):\n    {leave}\n")
    assert report.points == 0
    assert {c.status for c in report.checks} == {"error"}


def test_prints_do_not_reach_the_report(tmp_path, capfd):
    graded(
        tmp_path,
        "print('loading')\n" + SOLUTION.replace("    centred", "    print(x)\n    centred", 1),
    )
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("value", [None, 1.5, "text", [1, 2], {"y": 1}, object()])
def test_a_strange_result_is_a_failure(value):
    report = grade(find("layer_norm"), lambda *a, **k: value)
    assert not report.solved
    assert not any(finding.bug for finding in report.findings)
    str(report)
    report._repr_html_()


def test_the_reader_s_own_pytest_settings_take_no_part(tmp_path, monkeypatch):
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (tmp_path / "conftest.py").write_text("raise SystemExit('conftest was read')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTEST_ADDOPTS", "--no-such-option")
    assert graded(tmp_path, SOLUTION).solved
    assert os.environ["PYTEST_ADDOPTS"] == "--no-such-option"


def test_check_reports_on_a_function_again_and_again():
    for _ in range(2):
        assert check("layer_norm", lambda *a, **k: np.zeros(3)).points < 10


@pytest.mark.parametrize(
    ("file", "called"),
    [
        ("<ipython-input-7-0a1b>", "Your cell"),
        ("/tmp/ipykernel_4711/2935.py", "Your cell"),
        ("/home/anna/norms.py", "norms.py"),
    ],
)
def test_an_exception_in_a_notebook_names_its_line(file, called):
    cell = "def layer_norm(*_, **__):\n    return half\n"
    names = {}
    exec(compile(cell, file, "exec"), names)
    said = " ".join(str(check("layer_norm", names["layer_norm"])).split())
    assert f"{called}, line 2: NameError: name 'half' is not defined" in said


def test_check_never_raises():
    assert "did you mean 'layer_norm'" in check("layr_norm", print).message
    assert "There is no exercise" in check(None, print).message
    assert "got int" in check("layer_norm", 3).message


@pytest.mark.parametrize("settings", [b"title = 3", b"# \xe9", None])
def test_check_tells_of_a_malformed_exercise(tmp_path, monkeypatch, settings):
    (tmp_path / "mine").mkdir()
    if settings is not None:
        (tmp_path / "mine" / "exercise.toml").write_bytes(settings)
    monkeypatch.setenv("NORMBOOK_EXERCISES", str(tmp_path))
    report = check("layer_norm", print)
    assert ("exercise.toml of mine" if settings else "no exercise in") in report.message
    assert report.points == 0


def test_html_shows_values_as_text():
    report = check("layer_norm", lambda *a, **k: "<script>alert(1)</script>")
    assert "<script>" not in report._repr_html_()


def test_json_has_every_check():
    report = check("layer_norm", lambda x, *a, **k: x)
    data = json.loads(report.to_json())
    assert [c["name"] for c in data["checks"]] == list(find("layer_norm").checks)
    assert data["worth"] == 10


def test_no_match_no_guess():
    report = check("layer_norm", lambda x, *a, **k: x * 1.2345)
    assert [finding.bug for finding in report.findings] in ([], [""])


def test_a_diagnosis_shows_its_evidence(tmp_path):
    source = SOLUTION.replace("np.sqrt(var + eps)", "(np.sqrt(var) + eps)")
    text = " ".join(str(graded(tmp_path, source)).split())
    assert "outside the root" in text
    assert "call layer_norm([[0.01, 0.02, 0.04]], 3) received [[-1.068, " in text
    assert "expected [[-1.036, " in text


def test_the_prompt_is_markdown():
    assert "layer_norm(x, normalized_shape" in prompt("layer_norm")._repr_markdown_()


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (np.array([1.0]), np.array([1.0 + 1e-9]), True),
        (np.array([1.0]), np.array([1.01]), False),
        (np.array([np.nan]), np.array([np.nan]), True),
        (np.array([1.0]), np.array([1.0], dtype=np.float32), False),
        (np.array([1.0]), np.array([[1.0]]), False),
        (np.array([1.0]), [1.0], False),
        (1, 1.0, False),
        ({"a": (1,)}, {"a": (1,)}, True),
    ],
)
def test_sameness(a, b, expected):
    assert same(a, b) is expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "no exercise.toml"),
        ("title = ", "exercise.toml of broken"),
        ("title = 3", "title is 3; expected a text"),
    ],
)
def test_a_malformed_exercise_is_named(tmp_path, text, message):
    folder = tmp_path / "broken"
    folder.mkdir()
    if text is not None:
        (folder / "exercise.toml").write_text(text)
    with pytest.raises(MalformedExerciseError, match=message):
        load_exercise(folder)


def test_points_are_numbers(tmp_path):
    folder = tmp_path / "broken"
    folder.mkdir()
    text = (find("layer_norm").folder / "exercise.toml").read_text()
    (folder / "exercise.toml").write_text(
        text.replace("test_eps_stands_inside_the_root = 1", 'test_eps_stands_inside_the_root = "1"')
    )
    with pytest.raises(
        MalformedExerciseError, match=r"inside_the_root is '1'; expected its points"
    ):
        load_exercise(folder)


def test_points_must_add_up(tmp_path):
    folder = tmp_path / "broken"
    folder.mkdir()
    text = (find("layer_norm").folder / "exercise.toml").read_text()
    (folder / "exercise.toml").write_text(text.replace("points = 10", "points = 11"))
    with pytest.raises(MalformedExerciseError, match="10 points in all, and points is 11"):
        load_exercise(folder)


def test_importing_the_grader_is_light():
    heavy = "{'numpy', 'torch', 'pytest', 'matplotlib', 'ipywidgets', 'multiprocessing'}"
    code = f"import sys, normbook.grader; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"
