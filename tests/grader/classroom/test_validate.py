"""A verdict that was read is one that grading gives, or is no verdict."""

import copy
import hashlib
import io
import json

import pytest

from normbook.grader.classroom.conditions import Conditions
from normbook.grader.classroom.grade import Run
from normbook.grader.classroom.layouts import find_places
from normbook.grader.classroom.progress import Progress
from normbook.grader.classroom.results import Results
from normbook.grader.classroom.submissions import find_work
from normbook.grader.classroom.validate import is_sound
from normbook.grader.fence.limits import Limits
from normbook.grader.verdict.find import find
from normbook.grader.verdict.grade import grade_file
from normbook.grader.verdict.report import failed

EXERCISE = find("layer_norm")
FILES = [
    EXERCISE.solution,
    EXERCISE.folder / "stub.py",
    EXERCISE.folder / "mutants" / "eps_outside_the_root.py",
]


def as_read(report):
    return json.loads(json.dumps(report.as_dict()))


@pytest.fixture(scope="module")
def verdict():
    """Return one with failing and passing checks, and a finding."""
    return as_read(grade_file(EXERCISE, FILES[-1]))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_grading_gives_is_sound(path):
    assert is_sound(as_read(grade_file(EXERCISE, path)), EXERCISE)


@pytest.mark.parametrize("status", ["error", "timeout", "crash", "not run"])
def test_a_verdict_without_checks_is_sound_if_nothing_was_earned(status):
    verdict = as_read(failed(EXERCISE, "It does not load.", status))
    assert is_sound(verdict, EXERCISE)
    assert not is_sound(verdict | {"points": 1}, EXERCISE)
    assert not is_sound(verdict | {"status": "pass"}, EXERCISE)


def put(*path):
    """Return what sets a value, which stands last, at a place of a verdict."""
    *way, last, value = path

    def change(verdict):
        for step in way:
            verdict = verdict[step]
        verdict[last] = value

    return change


def failing(verdict):
    return next(check for check in verdict["checks"] if check["status"] == "fail")


FORGED = {
    "more points than there are": put("points", 1000),
    "all points": put("points", 10),
    "fewer points": put("points", 0),
    "points that are no number": put("points", "7"),
    "half a point": put("points", 7.5),
    "another worth": put("worth", 3),
    "another exercise": put("slug", "rms_norm"),
    "no title": lambda verdict: verdict.pop("title"),
    "three tries": put("tries", 3),
    "tries that are no number": put("tries", [1]),
    "a pass": put("status", "pass"),
    "a status that there is not": put("status", "excellent"),
    "no checks": put("checks", []),
    "checks that are no list": put("checks", {}),
    "a check that is none": put("checks", 0, None),
    "a check of another name": put("checks", 0, "name", "test_of_mine"),
    "a check worth more": put("checks", 0, "worth", 9),
    "points of a check that failed": lambda verdict: failing(verdict).update(points=1),
    "a failed check that is said to pass": lambda verdict: failing(verdict).update(status="pass"),
    "a status of a check that there is not": put("checks", 0, "status", "fine"),
    "a message that is none": put("message", None),
    "a message that commands": put("checks", 0, "message", "\x1b[2J"),
    "a message that commands a workflow": put("message", "\n::error::done"),
    "findings that are none": put("findings", [1]),
    "evidence that is none": put("findings", 0, "evidence", ["received"]),
    "evidence that is no text": put("findings", 0, "evidence", [["received", 1]]),
    "a bug that is a number": put("findings", 0, "bug", 1),
    "a finding's check that is no name": put("findings", 0, "checks", [["test_of_mine"]]),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_what_was_forged_is_not(forge, verdict):
    forged = copy.deepcopy(verdict)
    forge(forged)
    assert is_sound(verdict, EXERCISE)
    assert not is_sound(forged, EXERCISE)


@pytest.mark.parametrize("verdict", [None, [], {}, 3, {"points": 10, "status": "pass"}])
def test_what_is_no_verdict_is_not(verdict):
    assert not is_sound(verdict, EXERCISE)


@pytest.mark.parametrize(
    "forge",
    [
        put("seed", [1]),
        put("limits", "seconds", [10]),
        put("versions", "numpy", [2]),
        put("versions", ["numpy"]),
        put("fence", None),
        lambda kept: kept.pop("fence"),
    ],
)
def test_conditions_that_were_forged_are_none(forge):
    now = Conditions.of(EXERCISE, Limits(), seed=3)
    kept = json.loads(json.dumps(now.as_dict()))
    assert Conditions.parse(kept) == now
    forge(kept)
    assert Conditions.parse(kept) is None


ATTEMPT = b"def layer_norm(x): ...\n"


def test_a_forged_line_is_graded_again(tmp_path, verdict):
    folder = tmp_path / "submissions"
    for student in ("honest", "sly"):
        path = folder / student / "layer_norm.py"
        path.parent.mkdir(parents=True)
        path.write_bytes(ATTEMPT)
    works = find_work(find_places(folder, tmp_path / "book")[0], [EXERCISE])
    submissions = [each for work in works for each in work.submissions]
    sha256 = hashlib.sha256(ATTEMPT).hexdigest()
    limits = Limits()
    conditions = Conditions.of(EXERCISE, limits)
    with Results(tmp_path / "results.jsonl") as results:
        results.add(("honest", "layer_norm", sha256), conditions, verdict)
        results.add(("sly", "layer_norm", sha256), conditions, verdict | {"points": 1000})
        run = Run(submissions, results, limits, Progress(2, io.StringIO()))
        assert [task.student for task in run._tasks()] == ["sly"]
        assert run.verdicts == {("honest", "layer_norm"): verdict}
