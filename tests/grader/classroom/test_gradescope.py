"""Gradescope gets the zip that it asks for, and the results that its specification describes."""

import json
import os
import shutil
import subprocess
import sys
import time
import zipfile
from concurrent.futures import Future
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from normbook.grader import find
from normbook.grader.classroom import gradescope, workers
from normbook.grader.classroom.assignment import (
    AssignmentError,
    read_assignment,
    write_assignment,
)
from normbook.grader.classroom.gradescope import main, write_autograder
from normbook.grader.classroom.in_time import grade_in_time
from normbook.grader.classroom.release import release, release_to_gradescope
from normbook.grader.classroom.requirement import ReleaseError
from normbook.grader.classroom.schedule import Crew
from normbook.grader.fence.limits import Limits
from normbook.grader.fence.sandbox import AVAILABLE, SOURCE_ROOT
from normbook.grader.verdict.errors import CannotGradeError
from normbook.grader.verdict.find import ELSEWHERE
from normbook.grader.verdict.grade import grade_file

jsonschema = pytest.importorskip("jsonschema")
pytestmark = pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes")

LAYER_NORM, STANDARDIZE = find("layer_norm"), find("standardize")
SOURCE = "git+https://example.org/normbook.git@v1.2"
STATED = "points = 20\n[weights]\nstandardize = 2\nlayer_norm = 1\n"

# https://gradescope-autograders.readthedocs.io/en/latest/specs/, "Output format", as a schema;
# what it does not name is an error here, as Gradescope would pass over what is misspelt.
VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
TEXT, NUMBER, OBJECT = {"type": "string"}, {"type": "number"}, {"type": "object"}
TEST = {
    "type": "object",
    "properties": {
        "score": NUMBER,
        "max_score": NUMBER,
        "status": {"enum": ["passed", "failed"]},
        "name": TEXT,
        "name_format": FORMAT,
        "number": TEXT,
        "output": TEXT,
        "output_format": FORMAT,
        "tags": {"type": "array", "items": TEXT},
        "visibility": VISIBILITY,
        "extra_data": OBJECT,
    },
    "additionalProperties": False,
}
SCHEMA = {
    "type": "object",
    "properties": {
        "score": NUMBER,
        "execution_time": NUMBER,
        "output": TEXT,
        "output_format": FORMAT,
        "test_output_format": FORMAT,
        "test_name_format": FORMAT,
        "visibility": VISIBILITY,
        "stdout_visibility": VISIBILITY,
        "extra_data": OBJECT,
        "tests": {"type": "array", "items": TEST},
        "leaderboard": {"type": "array"},
    },
    "anyOf": [
        {"required": ["score"]},
        {
            "required": ["tests"],
            "properties": {"tests": {"minItems": 1, "items": {"required": ["score"]}}},
        },
    ],
    "additionalProperties": False,
}


@pytest.fixture
def autograder(tmp_path, monkeypatch):
    """A folder that looks as Gradescope's ``/autograder`` does, on a machine with a fence."""
    monkeypatch.setattr(gradescope, "weakness", lambda: "")
    archive = tmp_path / "autograder.zip"
    write_autograder(archive, "# requirements\n", STATED)
    with zipfile.ZipFile(archive) as file:
        assert {info.filename: info.external_attr >> 16 for info in file.infolist()} == {
            "setup.sh": 0o755,
            "run_autograder": 0o755,
            "requirements.txt": 0o644,
            "assignment.toml": 0o644,
        }
    return unpacked(archive)


def unpacked(archive):
    """Lay out beside a zip what Gradescope makes of it; return that folder."""
    home = archive.with_suffix("")
    for name in ("submission", "results"):
        (home / name).mkdir(parents=True)
    with zipfile.ZipFile(archive) as file:
        for info in file.infolist():
            file.extract(info, home / "source")
            (home / "source" / info.filename).chmod(info.external_attr >> 16)
    (home / "source" / "run_autograder").rename(home / "run_autograder")
    return home


def graded(home):
    main(home / "source/assignment.toml", home / "submission", home / "results/results.json")
    return read_results(home)


def read_results(home):
    found = json.loads((home / "results" / "results.json").read_text())
    jsonschema.validate(found, SCHEMA)
    return found


def score(found, title=""):
    return sum(test["score"] for test in found["tests"] if test["name"].startswith(title))


@pytest.mark.parametrize(
    "spoilt",
    [{}, {"tests": [{"name": "x"}]}, {"score": "3"}, {"score": 1, "tests": [{"visibility": "no"}]}],
)
def test_the_schema_refuses_what_gradescope_would(spoilt):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(spoilt, SCHEMA)


def test_points_are_those_of_the_assignment(autograder):
    stated = read_assignment(autograder / "source/assignment.toml")
    mutant = LAYER_NORM.mutants[0]
    (autograder / "submission/standardize.py").write_text(STANDARDIZE.solution.read_text())
    (autograder / "submission/Layer_Norm (1).py").write_text(mutant.read_text())
    found = graded(autograder)
    assert sum(test["max_score"] for test in found["tests"]) == pytest.approx(20)
    full = float(stated.possible[STANDARDIZE])
    assert score(found, STANDARDIZE.title) == pytest.approx(full)
    share = grade_file(LAYER_NORM, mutant).points / LAYER_NORM.points
    part = float(stated.possible[LAYER_NORM]) * share
    assert score(found, LAYER_NORM.title) == pytest.approx(part)
    first, *shown = found["output"].splitlines()
    assert first.startswith(f"{LAYER_NORM.title}. What this looks like: ")
    assert [line.partition(" ")[0] for line in shown[:3]] == ["call", "received", "expected"]


def test_what_is_worth_nothing_is_no_test_that_could_fail(autograder):
    stated = autograder / "source/assignment.toml"
    stated.write_text(STATED.replace("layer_norm = 1", "layer_norm = 0"))
    (autograder / "submission/standardize.py").write_text(STANDARDIZE.solution.read_text())
    found = graded(autograder)
    assert {each["status"] for each in found["tests"]} == {"passed"}
    assert score(found) == 20


def test_what_is_not_there_or_not_understood_is_said(autograder):
    (autograder / "submission/layer_norm.py").write_bytes(b"\xff")
    found = graded(autograder)
    assert score(found) == 0
    first, second = found["tests"]
    assert first["output"] == "Nothing was handed in."
    assert [test["name"].partition(": ")[2] for test in (first, second)] == [
        "an answer was handed in",
        "what was handed in is understood",
    ]
    assert second["output"].startswith("layer_norm.py: it cannot be read")
    assert "Not understood: layer_norm.py" in found["output"]
    assert {first["status"], second["status"]} == {"failed"}


def test_each_file_that_is_not_understood_is_said_in_a_paragraph(autograder):
    for name in ("notes.pdf", "standardize.txt"):
        (autograder / "submission" / name).write_bytes(b"\xff")
    paragraphs = graded(autograder)["output"].split("\n\n")
    assert [text.partition(": ")[0] for text in paragraphs] == ["Not understood"] * 2
    assert ["notes.pdf" in paragraphs[0], "standardize.txt" in paragraphs[1]] == [True, True]


def test_a_weak_fence_is_said_first(autograder, monkeypatch):
    monkeypatch.setattr(gradescope, "weakness", lambda: "This kernel cannot fence.")
    assert graded(autograder)["output"] == "This kernel cannot fence."


def test_where_a_package_is_missing_it_fails_and_gives_no_0(autograder, monkeypatch):
    monkeypatch.setattr(workers, "lacking", lambda names: {"pytest"} & {*names})
    (autograder / "submission/standardize.py").write_text(STANDARDIZE.solution.read_text())
    with pytest.raises(RuntimeError, match=r"standardize cannot be graded.*pytest"):
        graded(autograder)
    assert not (autograder / "results/results.json").exists()


WAITS = "import time\n\n\ndef standardize(x):\n    time.sleep(3600)\n"
LOOPS = "def standardize(x):\n    while True:\n        pass\n"


@pytest.mark.parametrize("source", [WAITS, LOOPS])
def test_an_answer_that_does_not_end_is_stopped_and_costs_no_other(autograder, source):
    (autograder / "submission/standardize.py").write_text(source)
    (autograder / "submission/layer_norm.py").write_text(LAYER_NORM.solution.read_text())
    seconds, begin = 18, time.monotonic()
    paths = ("source/assignment.toml", "submission", "results/results.json")
    main(*(autograder / path for path in paths), seconds=seconds)
    assert time.monotonic() - begin < 3 * seconds
    found = read_results(autograder)
    stated = read_assignment(autograder / "source/assignment.toml")
    assert score(found, LAYER_NORM.title) == pytest.approx(float(stated.possible[LAYER_NORM]))
    assert score(found, STANDARDIZE.title) == 0
    assert found["tests"][0]["output"].startswith("It was stopped: all answers together have 0.3")


def test_an_answer_that_is_known_as_its_time_ends_loses_no_results(monkeypatch):
    class AtTheLastMoment(Future):
        """Is done as soon as its result was waited for in vain."""

        def result(self, timeout=None):
            if timeout is None:
                return super().result()
            self.set_result(None)
            raise TimeoutError

    class Slow:
        def submit(self, *_):
            return AtTheLastMoment()

    monkeypatch.setattr(Crew, "open", lambda crew: (Slow(), lambda: 1))
    handed_in = SimpleNamespace(exercise=STANDARDIZE, source=b"")
    found = list(grade_in_time([handed_in], 0.2, Limits()))
    assert {report.status for _, report in found} == {"timeout"}


def test_results_are_written_as_they_come(autograder, monkeypatch):
    for exercise in (STANDARDIZE, LAYER_NORM):
        source = exercise.solution.read_text()
        (autograder / f"submission/{exercise.slug}.py").write_text(source)
    seen = []

    def one_by_one(submissions, seconds, limits, seed):
        assert seconds < 600, "Gradescope ends a run after ten minutes"
        for each in submissions:
            seen.append(read_results(autograder))
            yield each.exercise, grade_file(each.exercise, each.exercise.solution)

    monkeypatch.setattr(gradescope, "grade_in_time", one_by_one)
    stated = read_assignment(autograder / "source/assignment.toml")
    assert score(graded(autograder)) == pytest.approx(20)
    assert [score(each) for each in seen] == pytest.approx([0, float(stated.possible[STANDARDIZE])])
    assert "The run ended before it was graded." in str(seen)
    assert [path.name for path in (autograder / "results").iterdir()] == ["results.json"]


def test_where_the_grader_fails_there_are_no_results(autograder, monkeypatch):
    (autograder / "submission/standardize.py").write_text(STANDARDIZE.solution.read_text())

    def fails(*_):
        raise CannotGradeError("the disk is full")
        yield

    monkeypatch.setattr(gradescope, "grade_in_time", fails)
    with pytest.raises(CannotGradeError):
        graded(autograder)
    assert not list((autograder / "results").iterdir())


def test_what_was_learnt_by_heart_fails_with_a_seed(autograder):
    solution = find("stable_variance").solution.read_text()
    # The tests ask for eleven answers.
    right_so_often = solution.replace(
        "return mean,", "ASKED.append(1)\n    return mean + (len(ASKED) > 11),"
    )
    (autograder / "submission/stable_variance.py").write_text(f"ASKED = []\n{right_so_often}")
    scores = []
    for seed in ("", "seed = 1\n"):
        stated = f"{seed}points = 3\n[weights]\nstable_variance = 1\n"
        (autograder / "source/assignment.toml").write_text(stated)
        scores.append(score(graded(autograder)))
    assert scores[0] == 3 > scores[1]


def test_an_attempt_reads_no_file_and_leaves_none(autograder, monkeypatch):
    monkeypatch.chdir(autograder)
    reads = f"open({str(autograder / 'source/assignment.toml')!r}).close()\n"
    source = reads + STANDARDIZE.solution.read_text()
    (autograder / "submission/standardize.py").write_text(source)
    assert score(graded(autograder)) == 0
    assert {path.name for path in autograder.iterdir()} == {
        *("source", "submission", "results", "run_autograder")
    }


def test_due_dates_are_gradescope_s_own(autograder):
    long_ago = datetime(2001, 1, 1, tzinfo=UTC)
    text = write_assignment([STANDARDIZE], long_ago).replace(
        "percent_a_day = 0", "percent_a_day = 9"
    )
    (autograder / "source/assignment.toml").write_text(text)
    (autograder / "submission/standardize.py").write_text(STANDARDIZE.solution.read_text())
    assert score(graded(autograder)) == STANDARDIZE.points


def python_of_source(home, python=sys.executable):
    """Put an environment where ``setup.sh`` makes one."""
    path = home / "source/.venv/bin/python"
    path.parent.mkdir(parents=True, exist_ok=True)
    # -I, as the script asks for, passes over PYTHONPATH.
    code = f"import runpy, sys; sys.path.insert(0, {str(SOURCE_ROOT)!r}); "
    code += "sys.argv[:3] = sys.argv[2:3]; runpy.run_module(sys.argv[0], run_name='__main__')"
    path.write_text(f'#!/bin/sh\nshift\nexec {python} -c "{code}" "$@"\n')
    path.chmod(0o755)


def test_run_autograder_runs_where_gradescope_puts_it(autograder, tmp_path):
    (autograder / "submission/standardize.py").write_text(STANDARDIZE.solution.read_text())
    assert score(run_autograder(autograder), STANDARDIZE.title) > 0


def run_autograder(home):
    """Run what Gradescope runs, without what this process knows; return the results."""
    python_of_source(home)
    environment = {name: value for name, value in os.environ.items() if name != ELSEWHERE}
    done = subprocess.run(
        [str(home / "run_autograder")], cwd="/", env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return read_results(home)


@pytest.fixture
def released(tmp_path, monkeypatch):
    """A release of an exercise of one's own, `one_pass`, and of one of the book's."""
    shutil.copytree(find("stable_variance").folder, tmp_path / "mine/one_pass")
    monkeypatch.setenv(ELSEWHERE, str(tmp_path / "mine"))
    release(tmp_path / "week1", [find("one_pass"), STANDARDIZE], SOURCE)
    return tmp_path / "week1"


def test_an_exercise_of_one_s_own_comes_along_and_is_graded(released, tmp_path):
    release_to_gradescope(released, tmp_path / "own.zip")
    home, own = unpacked(tmp_path / "own.zip"), tmp_path / "mine/one_pass"
    shutil.rmtree(tmp_path / "week1")
    (home / "submission/one_pass.py").write_text((own / "solution.py").read_text())
    assert score(run_autograder(home), "A variance in one pass") == 3
    shutil.copy(own / "mutants/unbiased_variance.py", home / "submission/one_pass.py")
    shutil.rmtree(own)
    found = run_autograder(home)
    assert 0 < score(found, "A variance in one pass") < 3
    assert "n − 1" in found["output"] or "n - 1" in found["output"]


def test_the_wheel_that_the_requirements_name_comes_along(released, tmp_path):
    path = tmp_path / "own.zip"
    required = released / "requirements.txt"
    required.write_text("./wheels/normbook-1.0-py3-none-any.whl[grader]\n")
    with pytest.raises(ReleaseError, match=r"requirements\.txt names a file that cannot be read"):
        release_to_gradescope(released, path)
    assert not path.exists()
    wheel = released / "wheels/normbook-1.0-py3-none-any.whl"
    wheel.parent.mkdir()
    wheel.write_bytes(b"a wheel")
    release_to_gradescope(released, path)
    home = unpacked(path)
    assert (home / "source/wheels" / wheel.name).read_bytes() == b"a wheel"
    assert (home / "source/requirements.txt").read_text() == required.read_text()


def test_weights_are_those_that_were_edited_after_the_release(released, tmp_path):
    stated = released / "assignment.toml"
    stated.write_text(stated.read_text().replace("standardize = 1", "standardize = 2"))
    release_to_gradescope(released, tmp_path / "edited.zip")
    home = unpacked(tmp_path / "edited.zip")
    (home / "submission/standardize.py").write_text(STANDARDIZE.solution.read_text())
    assert score(run_autograder(home)) == 2 * STANDARDIZE.points


def test_what_could_not_be_graded_there_is_refused(released, tmp_path, monkeypatch):
    path = tmp_path / "refused.zip"
    stated = released / "assignment.toml"
    text = stated.read_text()
    stated.write_text(f"{text}layer_norm_module = 1\n")
    with pytest.raises(ReleaseError, match="brings no PyTorch, which these exercises need"):
        release_to_gradescope(released, path)
    stated.write_text(text)
    monkeypatch.setenv(ELSEWHERE, "")
    with pytest.raises(AssignmentError, match=r"no exercise 'one_pass'.*--exercises FOLDER"):
        release_to_gradescope(released, path)
    assert not path.exists()


def test_setup_installs_the_newest_python_there_is_and_what_grades(autograder, tmp_path):
    log, bin = tmp_path / "log", tmp_path / "bin"
    bin.mkdir()
    commands = {
        # The newest is not to be had; the next is.
        "apt-get": f'echo "apt-get $*" >> {log}; case "$*" in *python3.13*) exit 100;; esac',
        "python3.12": (
            f'echo "python $*" >> {log}; mkdir -p .venv/bin; '
            f"printf '#!/bin/sh\\necho \"venv $*\" >> {log}\\n' > .venv/bin/python; "
            "chmod +x .venv/bin/python"
        ),
    }
    for name, text in commands.items():
        (bin / name).write_text(f"#!/bin/sh\n{text}\n")
        (bin / name).chmod(0o755)
    subprocess.run(
        [str(autograder / "source/setup.sh")],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{bin}:{os.environ['PATH']}"},
        check=True,
    )
    lines = log.read_text().splitlines()
    assert lines[0] == "apt-get update"
    assert [line.split()[-1] for line in lines[1:3]] == ["python3.13-venv", "python3.12-venv"]
    assert lines[3] == "python -m venv .venv"
    assert lines[4].startswith("venv ")


def test_a_zip_is_not_overwritten(tmp_path):
    (tmp_path / "a.zip").write_text("mine")
    with pytest.raises(FileExistsError):
        write_autograder(tmp_path / "a.zip", "", "")
    release(tmp_path / "week1", [STANDARDIZE], SOURCE)
    with pytest.raises(ReleaseError, match=r"is there already.*Remove it first"):
        release_to_gradescope(tmp_path / "week1", tmp_path / "a.zip")
    assert (tmp_path / "a.zip").read_text() == "mine"
