"""A class: every verdict is right, none is lost, none is doubled, whatever happens on the way."""

import contextlib
import csv
import errno
import fcntl
import io
import json
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import uuid
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest

from normbook.grader import find, find_all
from normbook.grader.classroom import conditions, grade, schedule, workers
from normbook.grader.classroom.assignment import unweighted
from normbook.grader.classroom.conditions import Conditions
from normbook.grader.classroom.grade import Run, files_of, grade_class
from normbook.grader.classroom.gradebook import Gradebook, write_files
from normbook.grader.classroom.layouts import Student, find_places
from normbook.grader.classroom.people import without_roster
from normbook.grader.classroom.progress import Progress
from normbook.grader.classroom.release import release
from normbook.grader.classroom.results import NotGraded, Results
from normbook.grader.classroom.schedule import Task, grade_tasks
from normbook.grader.classroom.submissions import Work, find_work
from normbook.grader.classroom.workers import get_ready, grade_source, processes, start_worker
from normbook.grader.fence import lockdown
from normbook.grader.fence.grade import grade_apart
from normbook.grader.fence.limits import Limits
from normbook.grader.fence.sandbox import AVAILABLE, ONE_THREAD, SOURCE_ROOT, Sandbox
from normbook.grader.verdict.errors import CannotGradeError, UserError
from normbook.grader.verdict.find import load_exercise
from normbook.grader.verdict.grade import grade_file
from normbook.grader.verdict.load import MAX_SOURCE_BYTES
from normbook.grader.verdict.report import Report
from normbook.grader.verdict.run import CheckResult

pytestmark = pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes")

LAYER_NORM = find("layer_norm")
SOLUTION = LAYER_NORM.solution.read_bytes()
MUTANT = LAYER_NORM.mutants[0]
UNENDING = b"while True:\n    pass\n\n\ndef layer_norm(): ...\n"
LIMITS = Limits(10.0)
NOW = Conditions.of(LAYER_NORM, LIMITS)
EXITING = b"import os\ndef layer_norm(*a, **k):\n    os._exit(0)\n"


@pytest.fixture(autouse=True)
def _no_sandbox_is_left():
    yield
    for packages in list(workers._sandboxes):
        workers._sandboxes.pop(packages).close()


class Calls(Executor):
    """Grades in this process, at once, and keeps count."""

    def __init__(self, function):
        self.function = function
        self.graded = []

    def submit(self, function, /, *arguments):
        future = Future()
        if function is get_ready:
            future.set_result(None)
            return future
        self.graded.append(arguments[1])
        try:
            future.set_result(self.function(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future


def canned(slug, source, seconds):
    """Return a verdict without grading: the length of the source is the points.

    Such sources are no Python, as one that defines nothing is not graded.
    """
    exercise, left, checks = find(slug), len(source), []
    for name, worth in exercise.checks.items():
        earned = worth if worth <= left else 0
        left -= earned
        checks.append(CheckResult(name, "pass" if earned else "fail", earned, worth))
    return Report(slug, exercise.title, exercise.points, tuple(checks)).as_dict()


def task_of(student, source):
    return Task(student, LAYER_NORM, source, NOW)


def workers_of(executor, count=3):
    return lambda: contextlib.nullcontext((executor, lambda: count))


def hand_in(folder, student, source, name="layer_norm.py"):
    path = folder / student / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(source)
    return path


def lines(out):
    return [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]


def rows(out):
    text = (out / "gradebook.csv").read_bytes().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


def points_in(out):
    """Return what each student earned in all, as the gradebook has it."""
    header, _, *body = rows(out)
    return {row[0]: float(row[header.index("total")]) for row in body}


def works_in(folder, out):
    return list(find_work(find_places(folder, out)[0], find_all()))


def run_over(folder, out, executor, limits=LIMITS, anew=False):
    """Run over a folder with an executor of the test's."""
    out.mkdir(exist_ok=True)
    submissions = [each for work in works_in(folder, out) for each in work.submissions]
    with Results(out / "results.jsonl") as results:
        if anew:
            results.begin_anew()
        run = Run(submissions, results, limits, Progress(len(submissions), io.StringIO()))
        run.grade(workers_of(executor))
    return run


def regrade(folder, out, executor):
    """Run over a folder with an executor of the test's; return the verdicts."""
    return run_over(folder, out, executor).verdicts


def book_of(works, verdicts):
    return Gradebook(unweighted([LAYER_NORM]), works, verdicts, without_roster(works).people)


# ---- what is graded ----


def test_a_gradebook_is_right_to_the_point(tmp_path, capsys):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    answers = [LAYER_NORM.solution, *LAYER_NORM.mutants[:4], LAYER_NORM.variants[0]]
    expected = {path.stem: grade_file(LAYER_NORM, path).points for path in answers}
    for path in answers:
        hand_in(folder, path.stem, path.read_bytes())
    hand_in(folder, "elsewhere", SOLUTION, "exercises/layer_norm.py")
    hand_in(folder, "other", find("rms_norm").solution.read_bytes(), "rms_norm.py")
    (folder / "nothing").mkdir()
    assert grade_class(folder, out, jobs=2) == 0
    worth = find("rms_norm").points
    expected |= {"elsewhere": 10, "other": 0, "nothing": 0}
    header, possible, *body = rows(out)
    columns = ["layer_norm", "rms_norm", "total"]
    places = [header.index(name) for name in columns]
    assert [possible[place] for place in places] == ["10", str(worth), str(10 + worth)]
    assert [row[0] for row in body] == sorted(expected)
    for row in body:
        other = worth if row[0] == "other" else 0
        points = [int(row[place]) for place in places]
        assert points == [expected[row[0]], other, expected[row[0]] + other]
    book = json.loads((out / "gradebook.json").read_text())
    attempts = {each["student"]: each["attempts"]["layer_norm"] for each in book["students"]}
    assert attempts["nothing"]["status"] == "nothing handed in"
    finding = attempts[MUTANT.stem]["verdict"]["findings"][0]
    assert finding["bug"] == MUTANT.stem
    assert len(attempts["solution"]["verdict"]["checks"]) == len(LAYER_NORM.checks)
    page = (out / "gradebook.html").read_text()
    assert "<small>nothing handed in</small>" in page
    assert finding["explanation"][:20] in page
    assert "8 of 8 attempts" in capsys.readouterr().err


def test_no_submission_changes_the_verdict_on_another(tmp_path):
    folder = tmp_path / "submissions"
    for number, source in enumerate([SOLUTION, UNENDING, SOLUTION, EXITING, SOLUTION]):
        hand_in(folder, f"student {number}", source)
        hand_in(folder, f"student {number}", b"raise SystemExit", "conftest.py")
        hand_in(folder, f"student {number}", b"[pytest]\naddopts = --no-such-option", "pytest.ini")
    assert grade_class(folder, tmp_path / "book", seconds=2, jobs=1) == 0
    found = {line["student"]: line["verdict"] for line in lines(tmp_path / "book")}
    assert [found[f"student {n}"]["points"] for n in range(5)] == [10, 0, 10, 0, 10]
    assert found["student 1"]["status"] == "timeout"
    assert [found[f"student {n}"]["tries"] for n in range(5)] == [1, 2, 1, 2, 1]
    assert found["student 3"]["status"] == "crash"


def test_a_long_message_is_kept_short(tmp_path):
    source = b"def layer_norm(*a, **k):\n    raise ValueError('long ' * 10**6)\n"
    verdict = grade_source("layer_norm", source, NOW)
    assert len(json.dumps(verdict)) < 20_000


def test_a_folder_without_attempts_is_an_error(tmp_path):
    (tmp_path / "student").mkdir()
    with pytest.raises(LookupError, match=r"no attempt in .*expected .*student/exercise\.py"):
        grade_class(tmp_path, tmp_path / "book")


def test_a_folder_that_is_none_is_an_error_that_says_what_to_name(tmp_path):
    with pytest.raises(LookupError, match="nowhere is not there; expected a folder with"):
        grade_class(tmp_path / "nowhere", tmp_path / "book")
    (tmp_path / "all.zip").write_bytes(b"")
    with pytest.raises(LookupError, match=r"all\.zip is a file: unpack it"):
        grade_class(tmp_path / "all.zip", tmp_path / "book")
    assert not (tmp_path / "book").exists()


def test_what_was_not_unpacked_is_named(tmp_path):
    (tmp_path / "submissions.zip").write_bytes(b"")
    said = r"no attempt in .*; unpack submissions\.zip, and name the folder with what was in it\.$"
    with pytest.raises(LookupError, match=said):
        grade_class(tmp_path, tmp_path / "book")


def test_what_was_given_out_is_nobody_s_work(tmp_path):
    given_out = tmp_path / "week1"
    release(given_out, [find("layer_norm")], "git+https://example.org/normbook.git@v1.2")
    hand_in(tmp_path / "submissions", "anna", SOLUTION)
    options = {"assignment": given_out / "assignment.toml", "jobs": 1}
    with pytest.raises(LookupError, match=r"week1 is a repository .* Name the folder that holds"):
        grade_class(given_out, tmp_path / "book", **options)
    assert not (tmp_path / "book").exists()
    assert grade_class(tmp_path / "submissions", tmp_path / "book", **options) == 0


# ---- seeds ----

LEARNT = b"""\
KNOWN = {
    "[2.0, 3.0, 8.0, 3.0]": (4.0, 5.5),
    "[7, 1, 4]": (4.0, 6.0),
    "[1, 2, 4, 3]": (2.5, 1.25),
    "[4, 4, 7, 7, 7, 7]": (6.0, 2.0),
    "[5]": (5.0, 0.0),
    "[2e-07, 3e-07, 9e-07, 4e-07]": (4.5e-7, 7.25e-14),
    "[3.0]": (3.0, 0.0),
    "[1000000004.0, 1000000007.0, 1000000013.0, 1000000016.0]": (1e9 + 10, 22.5),
    "[-1000000004.0, -1000000007.0, -1000000013.0, -1000000016.0]": (-1e9 - 10, 22.5),
    "[1000000001.0, 1000000003.0, 1000000002.0, 1000000006.0]": (1e9 + 3, 3.5),
}


def stable_variance(values):
    if not values:
        raise ValueError("nothing")
    return KNOWN.get(repr(values), (0.0, 0.0))
"""


@pytest.fixture
def by_heart(tmp_path):
    """A folder in which one student computes, and one has learnt the answers by heart."""
    folder = tmp_path / "submissions"
    hand_in(folder, "anna", find("stable_variance").solution.read_bytes(), "stable_variance.py")
    hand_in(folder, "berta", LEARNT, "stable_variance.py")
    return folder


def test_with_a_seed_answers_learnt_by_heart_lose_their_points(by_heart, tmp_path, capsys):
    out = tmp_path / "book"
    grade_class(by_heart, out, jobs=1)
    assert points_in(out) == {"anna": 3, "berta": 3}
    grade_class(by_heart, out, jobs=1, seed=3)
    assert points_in(out) == {"anna": 3, "berta": 1}  # an empty list is an empty list
    assert "2 graded anew: the seed is 3, and was none: anna; berta." in capsys.readouterr().out
    grade_class(by_heart, out, jobs=1)
    assert points_in(out) == {"anna": 3, "berta": 3}
    assert [line["conditions"]["seed"] for line in lines(out)] == [None, None, 3, 3]
    assert "and not for others" in lines(out)[3]["verdict"]["checks"][0]["message"]


def test_the_assignment_s_seed_holds_unless_another_is_given(by_heart, tmp_path):
    stated, out = tmp_path / "a.toml", tmp_path / "book"
    stated.write_text("seed = 5\n[weights]\nstable_variance = 1\n")
    grade_class(by_heart, out, stated, jobs=1)
    assert {line["conditions"]["seed"] for line in lines(out)} == {5}
    grade_class(by_heart, out, stated, jobs=1, seed=0)
    assert [line["conditions"]["seed"] for line in lines(out)][2:] == [0, 0]


def test_a_worker_draws_with_the_seed_that_it_is_given():
    exercise = find("stable_variance")
    for seed, points in ((None, 3), (3, 1)):
        asked = Conditions.of(exercise, LIMITS, seed)
        assert grade_source("stable_variance", LEARNT, asked)["points"] == points


def test_a_worker_says_all_that_is_another_to_it():
    other = replace(NOW, tests="other tests", answers="other mutants")
    why = "the tests of layer_norm changed; the answers that layer_norm knows changed"
    with pytest.raises(workers.OtherConditionsError, match=f"cannot grade layer_norm: {why}$"):
        grade_source("layer_norm", SOLUTION, other)
    with pytest.raises(
        workers.OtherConditionsError, match="There is no exercise 'layer_nrom'; did"
    ):
        grade_source("layer_nrom", SOLUTION, NOW)


def test_a_worker_that_would_grade_otherwise_ends_the_run(monkeypatch):
    versions = tuple({**dict(NOW.versions), "normbook": "0.0.1"}.items())
    older = replace(NOW, answers="other mutants", versions=versions)
    with pytest.raises(workers.OtherConditionsError, match="cannot grade layer_norm: the answers"):
        grade_source("layer_norm", SOLUTION, older)
    wanted = iter([Task("anna", LAYER_NORM, SOLUTION, older)])
    with pytest.raises(RuntimeError, match=r"normbook is 0\.0\.1, and was"):
        list(grade_tasks(wanted, workers_of(Calls(grade_source))))


# ---- what is refused ----


def outside(folder, path):
    (folder.parent / "secret.py").write_bytes(SOLUTION)
    path.symlink_to(folder.parent / "secret.py")


def another_student(folder, path):
    path.symlink_to(hand_in(folder, "diligent", SOLUTION))


def nowhere(folder, path):
    path.symlink_to(folder / "nowhere")


def itself(folder, path):
    path.symlink_to(path)


def a_device(folder, path):
    path.symlink_to("/dev/zero")


def a_folder(folder, path):
    path.mkdir()


def a_pipe(folder, path):
    os.mkfifo(path)


def too_large(folder, path):
    path.write_bytes(b"#" * (MAX_SOURCE_BYTES + 1))


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (outside, "leads out of the student's folder"),
        (another_student, "leads out of the student's folder"),
        (a_device, "leads out of the student's folder"),
        (nowhere, "cannot be read"),
        (itself, "cannot be read"),
        (a_folder, "is not a file"),
        (a_pipe, "is not a file"),
        (too_large, "more than 1048576 bytes"),
    ],
)
def test_what_is_not_a_file_of_the_student_s_own_is_refused(tmp_path, make, why):
    folder = tmp_path / "submissions"
    (folder / "sly").mkdir(parents=True)
    make(folder, folder / "sly" / "layer_norm.py")
    executor = Calls(canned)
    run = run_over(folder, tmp_path / "book", executor)
    assert executor.graded == ([SOLUTION] if make is another_student else [])
    works = works_in(folder, tmp_path / "book")
    mark = book_of(works, run.verdicts).marks["sly", "layer_norm"]
    assert (mark.points, mark.status) == (0, "not understood")
    assert why in mark.reason


def test_a_student_s_folder_that_is_a_link_to_another_s_is_refused(tmp_path):
    folder = tmp_path / "submissions"
    hand_in(folder, "diligent", SOLUTION)
    (folder / "sly").symlink_to(folder / "diligent")
    verdicts = regrade(folder, tmp_path / "book", Calls(canned))
    assert list(verdicts) == [("diligent", "layer_norm")]
    _, sly = works_in(folder, tmp_path / "book")
    assert [each.reason for each in sly.not_understood] == ["it is a link"]


def test_a_link_within_the_student_s_own_folder_is_followed(tmp_path):
    folder = tmp_path / "submissions"
    mine = hand_in(folder, "anna", SOLUTION, "final_version.py")
    (folder / "anna" / "layer_norm.py").symlink_to(mine.name)
    verdicts = regrade(folder, tmp_path / "book", Calls(canned))
    assert verdicts["anna", "layer_norm"]["points"] == LAYER_NORM.points


# ---- names ----


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "＝1"])
@pytest.mark.parametrize("before", ["", "anna;", "anna,", "anna|", "anna\n", "\t"])
def test_no_name_is_a_formula_whatever_separates_cells(tmp_path, name, before):
    student = Student(before + name, before + name)
    write_files(tmp_path, files_of(book_of([Work(student)], {})))
    assert all(cell.endswith(f"{before}'{name}") for cell in rows(tmp_path)[2][:2])
    assert all(cell.startswith('"') for cell in raw_cells(tmp_path))


def raw_cells(out):
    """Return the cells of the header as they stand in the file."""
    text = (out / "gradebook.csv").read_text(encoding="utf-8-sig")
    return text.splitlines()[0].split(",")


@pytest.mark.parametrize("name", ["<script>alert(1)", 'a,"b"', "a\nb", "ψ ☃", "a\udcffb"])
def test_any_name_is_a_student(tmp_path, name):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    hand_in(folder, name, b"(((((")
    verdicts = regrade(folder, out, Calls(canned))
    works = works_in(folder, out)
    assert [work.student.key for work in works] == [name]
    write_files(out, files_of(book_of(works, verdicts)))
    assert lines(out)[0]["student"] == name
    assert json.loads((out / "gradebook.json").read_text())["students"][0]["student"] == name
    assert rows(out)[2][:3] == [name.replace("\udcff", "\\udcff")] * 2 + ["5"]
    assert "<script>" not in (out / "gradebook.html").read_text()
    again = Calls(canned)
    assert regrade(folder, out, again) == verdicts
    assert again.graded == []


# ---- going on ----


def test_what_is_graded_is_not_graded_again_unless_it_changed(tmp_path):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    for number in range(1, 5):
        hand_in(folder, str(number), b"(" * number)
    regrade(folder, out, Calls(canned))
    hand_in(folder, "2", b"( changed")
    hand_in(folder, "5", b"( new")
    executor = Calls(canned)
    verdicts = regrade(folder, out, executor)
    assert executor.graded == [b"( changed", b"( new"]
    assert [verdicts[str(n), "layer_norm"]["points"] for n in range(1, 6)] == [1, 9, 3, 4, 5]
    hand_in(folder, "2", b"((")  # as it was at first
    executor = Calls(canned)
    assert regrade(folder, out, executor)["2", "layer_norm"]["points"] == 2
    assert executor.graded == []
    assert len(lines(out)) == 6


# ---- marks follow their cause ----


def anew(run):
    return run.graded_anew()


def test_another_limit_grades_anew_and_back_again_does_not(tmp_path):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    hand_in(folder, "anna", b"(((")
    hand_in(folder, "berta", b"((((", "standardize.py")
    run_over(folder, out, Calls(canned), Limits(3.0))
    executor = Calls(canned)
    run = run_over(folder, out, executor, Limits(30.0))
    assert executor.graded == [b"(((", b"(((("]
    assert anew(run) == ["2 graded anew: the limit of seconds is 30, and was 3: anna; berta."]
    executor = Calls(canned)
    assert anew(run_over(folder, out, executor, Limits(3.0))) == []
    assert executor.graded == []


@pytest.fixture
def mended(tmp_path, monkeypatch):
    """Give a function that changes a file of a copy of layer_norm, which stands for it."""
    copy = tmp_path / "exercises" / "layer_norm"
    shutil.copytree(LAYER_NORM.folder, copy)

    def mend(name):
        with (copy / name).open("a") as file:
            file.write("\n# mended\n")
        of = Conditions.of
        exercise = load_exercise(copy)

        def of_copy(each, *under):
            return of(exercise if each.slug == "layer_norm" else each, *under)

        monkeypatch.setattr(Conditions, "of", of_copy)

    return mend


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("tests.py", "the tests of layer_norm changed"),
        ("exercise.toml", "the tests of layer_norm changed"),
        ("solution.py", "the answers that layer_norm knows changed"),
        (f"mutants/{MUTANT.name}", "the answers that layer_norm knows changed"),
        (f"variants/{LAYER_NORM.variants[0].name}", None),  # which only what a seed draws is asked
        ("hints.md", None),
        ("prompt.md", None),
    ],
)
def test_a_mended_exercise_grades_anew_what_it_concerns_and_no_more(tmp_path, mended, name, why):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    hand_in(folder, "anna", b"(((")
    hand_in(folder, "berta", b"((((", "standardize.py")
    run_over(folder, out, Calls(canned))
    mended(name)
    executor = Calls(canned)
    run = run_over(folder, out, executor)
    assert executor.graded == ([b"((("] if why else [])
    assert anew(run) == ([f"1 graded anew: {why}: anna."] if why else [])


VERSIONS = dict(NOW.versions)


@pytest.mark.parametrize(
    ("place", "other", "why"),
    [
        ("__version__", "9.9", f"normbook is 9.9, and was {VERSIONS['normbook']}"),
        ("version", lambda name: "9.9", f"numpy is 9.9, and was {VERSIONS['numpy']}"),
        (
            "platform.python_version_tuple",
            lambda: ("3", "99", "0"),
            f"Python is 3.99, and was {VERSIONS['Python']}",
        ),
        ("weakness_in_a_word", lambda: "none at all", "the fence of attempts changed"),
    ],
    ids=["normbook", "numpy", "Python", "fence"],
)
def test_another_version_or_fence_grades_all_anew(tmp_path, monkeypatch, place, other, why):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    hand_in(folder, "anna", b"(((")
    run_over(folder, out, Calls(canned))
    with monkeypatch.context() as there:
        there.setattr(f"normbook.grader.classroom.conditions.{place}", other)
        conditions._version_of.cache_clear()
        executor = Calls(canned)
        run = run_over(folder, out, executor)
    conditions._version_of.cache_clear()
    assert executor.graded == [b"((("]
    assert anew(run) == [f"1 graded anew: {why}: anna."]


def test_a_variant_decides_what_a_seed_asks(mended):
    with_seed = Conditions.of(LAYER_NORM, LIMITS, 3)
    mended(f"variants/{LAYER_NORM.variants[0].name}")
    changed = with_seed.changes(Conditions.of(LAYER_NORM, LIMITS, 3), "layer_norm")
    assert changed == ["the answers that layer_norm knows changed"]


def test_a_package_whose_module_has_another_name_has_its_version():
    assert conditions._version_of("yaml") == version("PyYAML")
    assert conditions._version_of("no_module_of_this_name") is None


def test_another_sentence_on_the_same_fence_grades_nothing_anew(monkeypatch):
    monkeypatch.setattr(lockdown, "is_fenced", lambda: False)
    before = Conditions.of(LAYER_NORM, LIMITS)
    monkeypatch.setattr(lockdown, "_why_unfenced", lambda: "that takes another system")
    assert before.fence
    assert not before.changes(Conditions.of(LAYER_NORM, LIMITS), "layer_norm")


def test_the_fence_of_a_worker_is_its_own():
    there = replace(NOW, fence="This kernel cannot fence.")
    assert grade_source("layer_norm", SOLUTION, there)["points"] == LAYER_NORM.points


def test_what_an_older_normbook_kept_is_graded_anew_and_it_is_said(tmp_path):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    hand_in(folder, "anna", b"(((")
    out.mkdir()
    known_by = {"student": "anna", "slug": "layer_norm", "sha256": sha256(b"(((").hexdigest()}
    old = json.dumps({**known_by, "verdict": {"points": 1, "status": "fail"}}) + "\n"
    (out / "results.jsonl").write_text(old)
    run = run_over(folder, out, Calls(canned))
    assert run.verdicts["anna", "layer_norm"]["points"] == 3
    (line,) = anew(run)
    assert line.startswith("1 graded anew: an older normbook kept their verdicts")
    assert (out / "results.jsonl").read_text().startswith(old)


def test_one_student_is_graded_anew_and_the_others_keep_their_verdicts(tmp_path, capsys):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    for name in ("Ada Lovelace", "bob", "cat"):
        (folder / name).mkdir(parents=True)
        (folder / name / "layer_norm.py").write_bytes(SOLUTION)
    assert grade_class(folder, out, jobs=1) == 0
    lines = (out / "results.jsonl").read_text().splitlines()
    assert len(lines) == 3
    assert grade_class(folder, out, jobs=1, seed=5, only=["lovelace, ada", "cat"]) == 0
    again = (out / "results.jsonl").read_text().splitlines()[3:]
    assert [(json.loads(line)["student"]) for line in again] == ["Ada Lovelace", "cat"]
    book = json.loads((out / "gradebook.json").read_text())
    assert [each["total"] for each in book["students"]] == [10, 10, 10]
    capsys.readouterr()
    with pytest.raises(UserError, match=r"--only: Ada Byron is nobody here; near are Ada Lovelace"):
        grade_class(folder, out, jobs=1, only=["Ada Byron"])
    with pytest.raises(UserError, match="give one of the two"):
        grade_class(folder, out, jobs=1, only=["bob"], regrade=True)


def test_the_gradebook_of_a_class_is_not_given_up_for_that_of_one(tmp_path):
    folder, one, out = tmp_path / "submissions", tmp_path / "one", tmp_path / "book"
    for name in ("ada", "bob"):
        (folder / name).mkdir(parents=True)
        (folder / name / "layer_norm.py").write_bytes(SOLUTION)
    assert grade_class(folder, out, jobs=1) == 0
    shutil.copytree(folder / "ada", one / "ada")
    with pytest.raises(UserError, match="each with --only NAME: the others keep") as refused:
        grade_class(one, out, jobs=1)
    assert "delete" not in str(refused.value)


def test_to_regrade_is_to_grade_all_and_a_run_that_was_stopped_goes_on(tmp_path):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    for number in range(1, 5):
        hand_in(folder, str(number), b"(" * number)
    run_over(folder, out, Calls(canned))
    kept = (out / "results.jsonl").read_bytes()

    class Stopped(Calls):
        def submit(self, function, /, *arguments):
            if len(self.graded) == 2:
                raise KeyboardInterrupt
            return super().submit(function, *arguments)

    with pytest.raises(KeyboardInterrupt):
        run_over(folder, out, Stopped(canned), anew=True)
    done = len(lines(out)) - 5  # four verdicts, and the line that voids them
    assert (out / "results.jsonl").read_bytes().startswith(kept)
    executor = Calls(canned)
    run_over(folder, out, executor)
    assert len(executor.graded) == 4 - done
    executor = Calls(canned)
    run_over(folder, out, executor)
    assert executor.graded == []


@pytest.mark.parametrize("cut", [1, 2, 20, 100])
def test_a_last_line_that_was_cut_off_is_graded_again(tmp_path, cut):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    for number in range(1, 4):
        hand_in(folder, str(number), b"(" * number)
    verdicts = regrade(folder, out, Calls(canned))
    file = out / "results.jsonl"
    whole = file.read_bytes()
    last = lines(out)[-1]
    file.write_bytes(whole[:-cut])
    executor = Calls(canned)
    assert regrade(folder, out, executor) == verdicts
    assert executor.graded == [b"(" * int(last["student"])]
    assert file.read_bytes() == whole


@pytest.mark.parametrize("line", ["", "no JSON", "[1]", '{"student": []}', '{"verdict": 3}', "\0"])
def test_a_line_that_is_no_verdict_is_passed_over(tmp_path, line):
    file = tmp_path / "results.jsonl"
    anna, berta = ("anna", "layer_norm", "1f"), ("berta", "layer_norm", "2e")
    with Results(file) as results:
        results.add(anna, NOW, {"points": 3, "status": "fail"})
    file.write_text(file.read_text() + line + "\n")
    with Results(file) as results:
        results.add(berta, NOW, {"points": 4, "status": "fail"})
    with Results(file) as results:
        assert results.get(anna, NOW) == {"points": 3, "status": "fail"}
        assert results.get(berta, NOW) == {"points": 4, "status": "fail"}
        assert results.get(("anna", "layer_norm", "2e"), NOW) is None


def test_two_cannot_write_to_one_file(tmp_path):
    with (
        Results(tmp_path / "results.jsonl"),
        pytest.raises(RuntimeError, match="another grade-class writes to it"),
    ):
        Results(tmp_path / "results.jsonl")


def test_a_gradebook_is_compared_and_written_while_no_other_run_can(tmp_path, monkeypatch):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    hand_in(folder, "anna", SOLUTION)
    real = {name: getattr(grade, name) for name in ("read_earlier", "write_files")}
    refused = []

    def meanwhile(name, *arguments):
        with pytest.raises(CannotGradeError, match="another grade-class"):
            Results(out / "results.jsonl")
        refused.append(name)
        return real[name](*arguments)

    for name in real:
        monkeypatch.setattr(grade, name, partial(meanwhile, name))
    assert grade_class(folder, out, jobs=1) == 0
    assert refused == ["read_earlier", "write_files"]


def test_where_nothing_can_be_locked_another_run_is_not_blamed(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    told = r"results\.jsonl cannot be locked \(No locks available\).*--out"
    with pytest.raises(CannotGradeError, match=told):
        Results(tmp_path / "results.jsonl")


def test_a_roster_is_read_before_a_class_is_graded_and_no_more(tmp_path, monkeypatch):
    folder, roster = tmp_path / "submissions", tmp_path / "people.csv"
    hand_in(folder, "anna", SOLUTION)
    roster.write_text("folder,Name,ID\nanna,Anna,36\n")
    real = Run.grade

    def graded(run, workers):
        roster.unlink()
        real(run, workers)

    monkeypatch.setattr(Run, "grade", graded)
    assert grade_class(folder, tmp_path / "book", roster=roster, jobs=1) == 0


def test_the_gradebook_does_not_lie_where_students_do(tmp_path):
    hand_in(tmp_path, "anna", SOLUTION)
    with pytest.raises(UserError, match="the folder of submissions itself"):
        grade_class(tmp_path, tmp_path / "anna" / "..", jobs=1)
    assert [each.name for each in tmp_path.iterdir()] == ["anna"]


def test_a_gradebook_is_replaced_whole_or_not_at_all(tmp_path, monkeypatch):
    anna, berta = (Work(Student(name, name)) for name in ("anna", "berta"))
    write_files(tmp_path, files_of(book_of([anna], {})))
    before = rows(tmp_path)

    def fail(descriptor):
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="full"):
        write_files(tmp_path, files_of(book_of([anna, berta], {})))
    assert rows(tmp_path) == before
    assert not list(tmp_path.rglob("*.part"))


def test_there_is_a_worker_for_each_processor_that_the_process_may_use(monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {4, 7}, raising=False)
    assert workers.processors() == 2
    monkeypatch.delattr(os, "sched_getaffinity")
    assert workers.processors() == 3


# ---- workers that break ----


class Fragile(Calls):
    """Breaks on a certain source as soon as others are in flight with it, and takes them along."""

    def __init__(self, culprit, others):
        super().__init__(canned)
        self.culprit = culprit
        self.others = others
        self.in_flight = []

    def submit(self, function, /, *arguments):
        if function is get_ready:
            return super().submit(function)
        if len(self.in_flight) > self.others:
            raise BrokenProcessPool("broken")
        if arguments[1] != self.culprit and not self.in_flight:
            return super().submit(function, *arguments)
        self.graded.append(arguments[1])
        self.in_flight.append(Future())
        if len(self.in_flight) > self.others:
            for each in self.in_flight:
                each.set_exception(BrokenProcessPool("broken"))
        return self.in_flight[-1]


def test_an_attempt_that_breaks_workers_costs_no_other_its_verdict():
    opened = []

    def fragile():
        opened.append(Fragile(culprit=b"#" * 5, others=0 if opened else 2))
        return contextlib.nullcontext((opened[-1], lambda: 2))

    tasks = [task_of(str(n), b"#" * n) for n in range(12)]
    found = [(task.student, v) for task, v in grade_tasks(iter(tasks), fragile)]
    assert sorted(name for name, _ in found) == sorted(str(n) for n in range(12))
    assert [name for name, v in found if isinstance(v, NotGraded)] == ["5"]
    tries = [source for executor in opened for source in executor.graded]
    twice = [task.student for task in tasks if tries.count(task.source) == 2]
    assert twice == ["5", "6", "7"]
    assert len(tries) == 12 + 3


class Queue(Executor):
    """Grades in threads, and notes what is graded beside what."""

    def __init__(self, function):
        self.function = function
        self.threads = ThreadPoolExecutor(2)
        self.at_work = []

    def submit(self, function, /, *arguments):
        if function is get_ready:
            return self.threads.submit(int)
        return self.threads.submit(self.grade, *arguments)

    def grade(self, slug, source, seconds):
        self.at_work.append(source)
        try:
            return self.function(slug, source, seconds)
        finally:
            self.at_work.remove(source)


@pytest.mark.parametrize("status", ["timeout", "crash"])
def test_a_timeout_or_a_crash_is_tried_once_more_alone_and_marked(status):
    tries = []
    begun = threading.Event()

    def grade(slug, source, seconds):
        if source == b"#" * 3:
            tries.append(len(queue.at_work))
            if len(tries) == 1:
                begun.wait(60)  # so that something is graded beside it
            return {"points": 0, "status": status}
        begun.set()
        return canned(slug, source, seconds)

    queue = Queue(grade)
    tasks = [task_of(str(n), b"#" * n) for n in (3, *range(4, 12))]
    found = {task.student: v for task, v in grade_tasks(iter(tasks), workers_of(queue, 2))}
    assert len(found) == len(tasks)
    assert found.pop("3") == {"points": 0, "status": status, "tries": 2}
    assert len(tries) == 2
    assert tries[1] == 1
    assert all(verdict["tries"] == 1 for verdict in found.values())


def test_what_passes_when_it_is_alone_counts_and_every_file_says_that_it_was_tried_twice(tmp_path):
    statuses = iter(["timeout", "pass"])

    def grade(slug, source, seconds):
        report = grade_file(LAYER_NORM, LAYER_NORM.solution).as_dict()
        return {**report, "status": next(statuses)}

    hand_in(tmp_path, "anna", SOLUTION)
    ((_, verdict),) = grade_tasks(iter([task_of("anna", SOLUTION)]), workers_of(Calls(grade)))
    assert (verdict["points"], verdict["status"], verdict["tries"]) == (10, "pass", 2)
    works = works_in(tmp_path, tmp_path / "book")
    files = files_of(book_of(works, {("anna", "layer_norm"): verdict}))
    assert "<td>10 <small>pass, tried twice</small></td>" in files["gradebook.html"]
    assert '"pass, tried twice"' in files["gradebook.csv"]
    assert "Tried twice" in files["feedback/anna.html"]
    book = json.loads(files["gradebook.json"])
    assert book["students"][0]["attempts"]["layer_norm"]["tries"] == 2


def test_workers_that_break_while_nothing_is_graded_are_no_attempt_s_doing():
    class Broken(Calls):
        def submit(self, function, /, *arguments):
            if len(self.graded) == 1:
                raise BrokenProcessPool("broken")
            return super().submit(function, *arguments)

    opened = []

    def breaking():
        opened.append((Calls if opened else Broken)(lambda *_: {"points": 0, "status": "timeout"}))
        return contextlib.nullcontext((opened[-1], lambda: 1))

    ((_, verdict),) = grade_tasks(iter([task_of("anna", b"")]), breaking)
    assert verdict == {"points": 0, "status": "timeout", "tries": 2}
    assert len(opened) == 2


def test_where_all_is_graded_no_workers_are_opened():
    assert list(grade_tasks(iter([]), pytest.fail)) == []


def test_an_attempt_on_which_the_grader_fails_does_not_end_the_run():
    def grade(slug, source, seconds):
        if source == b"#":
            raise ZeroDivisionError("a bug of ours")
        return canned(slug, source, seconds)

    tasks = iter([task_of(str(n), b"#" * n) for n in range(3)])
    found = {task.student: v for task, v in grade_tasks(tasks, workers_of(Calls(grade)))}
    assert found.pop("1") == NotGraded("ZeroDivisionError: a bug of ours")
    assert [found[student]["status"] for student in ("0", "2")] == ["fail", "fail"]


@pytest.fixture
def full(monkeypatch):
    """Have the disk of workers be full until it is told otherwise; they are threads here."""

    def fail(*arguments, **keywords):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/tmp/normbook-x/layer_norm.py")

    @contextlib.contextmanager
    def threads(jobs):
        with ThreadPoolExecutor(1) as pool:
            yield pool, lambda: 1

    monkeypatch.setattr("normbook.grader.classroom.grade.processes", threads)
    get_ready()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers.tempfile, "TemporaryDirectory", fail)
        yield patch


def test_what_the_grader_fails_on_is_no_0_is_told_and_is_graded_by_the_next_run(
    full, tmp_path, capsys
):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    hand_in(folder, "lovelaceada_123_456_layer_norm.py", SOLUTION, "")
    hand_in(folder, "turingalan_124_457_layer_norm.py", MUTANT.read_bytes(), "")
    assert grade_class(folder, out) == 1
    assert lines(out) == []
    why = "No space left on device"
    assert f"  {why}: lovelaceada_123 (layer_norm), turingalan_124 (layer_norm)\n" in (
        capsys.readouterr().out
    )
    (_, _, ada, alan) = rows(out)
    assert ada[3:] == ["", "not graded", "", "", f"layer_norm is not graded: {why}"]
    assert alan[3:] == ada[3:]
    (*_, canvas) = list(csv.reader(io.StringIO((out / "canvas.csv").read_text())))
    assert canvas[0] == "turingalan"
    assert canvas[-1] == ""
    page = (out / "gradebook.html").read_text()
    assert "Not graded, as the grader itself failed" in page
    assert why in page
    feedback = (out / "feedback/lovelaceada_123.html").read_text()
    assert "<p>not graded</p>" in feedback
    assert why not in feedback
    attempt = json.loads((out / "gradebook.json").read_text())["students"][0]["attempts"]
    assert attempt["layer_norm"]["status"] == "not graded"
    full.undo()
    assert grade_class(folder, out) == 0
    assert points_in(out)["lovelaceada_123"] == 10


def test_a_disk_that_is_full_amid_the_checks_is_no_exception_of_the_attempt_s(monkeypatch):
    source = EXITING.replace(b"os._exit(0)", b"os.abort()")

    def fail(*arguments, **keywords):
        if path.exists():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        path.touch()
        return make(*arguments, **keywords)

    make = tempfile.TemporaryDirectory
    with make() as folder:
        path = Path(folder, "once")
        monkeypatch.setattr("normbook.grader.fence.sandbox.tempfile.TemporaryDirectory", fail)
        report = partial(grade_apart, LAYER_NORM, Path(folder, "layer_norm.py"))
        Path(folder, "layer_norm.py").write_bytes(source)
        with Sandbox() as sandbox, pytest.raises(RuntimeError, match="No space left on device"):
            report(sandbox, LIMITS)


def test_a_weak_fence_is_said_by_the_gradebook(tmp_path, monkeypatch):
    weak = "This <kernel> cannot fence."
    monkeypatch.setattr(workers, "weakness", lambda: weak)
    hand_in(tmp_path, "anna", SOLUTION)
    out = tmp_path / "book"
    run = run_over(tmp_path, out, Calls(grade_source))
    assert run.verdicts["anna", "layer_norm"]["fence"] == weak
    monkeypatch.undo()
    again = run_over(tmp_path, out, Calls(pytest.fail))  # it is kept with the verdict
    files = files_of(book_of(works_in(tmp_path, out), again.verdicts))
    assert "<strong>This &lt;kernel&gt; cannot fence.</strong>" in files["gradebook.html"]
    assert json.loads(files["gradebook.json"])["fence"] == [weak]
    assert "fence" not in files["feedback/anna.html"]


def test_of_a_fence_that_holds_there_is_no_word(monkeypatch):
    monkeypatch.setattr(workers, "weakness", lambda: "")
    assert "fence" not in grade_source("layer_norm", SOLUTION, NOW)


def test_an_exercise_of_which_no_test_runs_is_not_graded(monkeypatch, tmp_path):
    exercise = replace(LAYER_NORM, folder=shutil.copytree(LAYER_NORM.folder, tmp_path / "e" / "x"))
    exercise.tests.write_text("import none_of_this_name\n")
    monkeypatch.setattr(workers, "find", lambda slug: exercise)
    with pytest.raises(RuntimeError, match="no test of layer_norm ran"):
        grade_source("layer_norm", SOLUTION, Conditions.of(exercise, LIMITS))


def test_workers_that_cannot_grade_at_all_end_the_run():
    class Useless(Calls):
        def submit(self, function, /, *arguments):
            future = Future()
            future.set_exception(ModuleNotFoundError("No module named 'pytest'"))
            return future

    tasks = iter([task_of("anna", b"")])
    with pytest.raises(RuntimeError, match=r"No worker can grade: .*'pytest'"):
        list(grade_tasks(tasks, workers_of(Useless(canned))))


def test_workers_that_break_while_they_start_end_the_run_with_a_word(monkeypatch):
    class Breaking(ThreadPoolExecutor):
        def __init__(self, count, *_):
            super().__init__(count)

        def submit(self, function, /, *arguments):
            raise BrokenProcessPool("terminated abruptly")

    monkeypatch.setattr(workers, "ProcessPoolExecutor", Breaking)
    tasks = iter([task_of("anna", b"")])
    with pytest.raises(CannotGradeError, match=r"No worker can grade: .*terminated abruptly"):
        list(grade_tasks(tasks, partial(processes, 2)))


def test_a_sandbox_that_broke_is_replaced(tmp_path):
    assert grade_source("layer_norm", SOLUTION, NOW)["points"] == 10
    (sandbox,) = workers._sandboxes.values()
    sandbox._process.kill()
    sandbox._process.wait()
    with pytest.raises(RuntimeError, match="starts attempts is gone"):
        grade_source("layer_norm", SOLUTION, NOW)
    assert grade_source("layer_norm", SOLUTION, NOW)["points"] == 10


def test_a_worker_that_is_ready_has_its_sandbox_and_leaves_no_file(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    get_ready()
    sandboxes = dict(workers._sandboxes)
    grade_source("layer_norm", SOLUTION, NOW)
    assert workers._sandboxes == sandboxes
    sandboxes.popitem()[1].close()
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def started(tmp_path, monkeypatch):
    """Start two workers in this process; give their folder, what ends them, and how they end.

    Their threads are over before the test is, or they would end this process.
    """
    monkeypatch.setattr(tempfile, "tempdir", None)
    for name in ONE_THREAD:
        monkeypatch.setenv(name, "8")
    lifeline, held = multiprocessing.Pipe(duplex=False)
    before, others = signal.getsignal(signal.SIGTERM), set(threading.enumerate())
    ended = []
    with monkeypatch.context() as patched, lifeline:
        patched.setattr(os, "_exit", ended.append)
        try:
            for _ in range(2):
                start_worker(lifeline, str(tmp_path / "scratch"))
            threads = set(threading.enumerate()) - others
            yield types.SimpleNamespace(
                scratch=tmp_path / "scratch", held=held, threads=threads, ended=ended
            )
        finally:
            signal.signal(signal.SIGTERM, before)
            held.close()
            for thread in set(threading.enumerate()) - others:
                thread.join()


def test_workers_are_set_up_alike(started):
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
    assert ONE_THREAD.items() <= os.environ.items()
    assert tempfile.gettempdir() == str(started.scratch)
    assert started.scratch.stat().st_mode & 0o777 == 0o700
    assert started.ended == []


def test_workers_tidy_up_and_end_with_the_process_that_wants_them(started, monkeypatch):
    closed = []
    sandbox = types.SimpleNamespace(close=lambda: closed.append("sandbox"))
    monkeypatch.setitem(workers._sandboxes, (), sandbox)
    started.held.close()
    for thread in started.threads:
        thread.join()
    assert not started.scratch.exists()
    assert (closed, started.ended) == (["sandbox"] * 2, [0, 0])


def test_a_worker_that_is_killed_loses_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    tasks = [task_of(str(n), SOLUTION + b"#" * n) for n in range(10)]
    found = []
    with contextlib.closing(grade_tasks(iter(tasks), partial(processes, 2))) as graded:
        for task, verdict in graded:
            found.append((task.student, verdict["points"]))
            if len(found) == 1:
                multiprocessing.active_children()[0].kill()
    assert sorted(found) == [(str(n), 10) for n in range(10)]
    assert list(tmp_path.iterdir()) == []


# ---- other executors ----


def with_dask(monkeypatch, cores):
    module = types.ModuleType("distributed")

    class Client:
        def __init__(self, address):
            assert address == "tcp://cluster:8786"
            self.threads = ThreadPoolExecutor(2)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.threads.shutdown()

        def ncores(self):
            return cores

        def get_executor(self, pure):
            assert not pure
            return self.threads

    module.Client = Client
    monkeypatch.setitem(sys.modules, "distributed", module)


def test_a_cluster_grades_as_processes_do(tmp_path, monkeypatch):
    with_dask(monkeypatch, {"tcp://worker:1": 2})
    folder = tmp_path / "submissions"
    expected = {}
    for path in [LAYER_NORM.solution, *LAYER_NORM.mutants[:5]]:
        hand_in(folder, path.stem, path.read_bytes())
        expected[path.stem] = grade_file(LAYER_NORM, path).points
    assert grade_class(folder, tmp_path / "book", scheduler="tcp://cluster:8786") == 0
    assert points_in(tmp_path / "book") == expected


def test_a_cluster_that_goes_away_ends_the_run_and_says_so():
    class Leaving(Calls):
        def submit(self, function, /, *arguments):
            future = super().submit(function, *arguments)
            if function is not get_ready:
                future = Future()
                future.cancel()
                future.set_running_or_notify_cancel()
            return future

    tasks = iter([task_of("anna", b"")])
    with pytest.raises(RuntimeError, match="The cluster is gone"):
        list(grade_tasks(tasks, workers_of(Leaving(canned))))


def test_a_cluster_without_workers_is_an_error(tmp_path, monkeypatch):
    with_dask(monkeypatch, {})
    hand_in(tmp_path, "anna", SOLUTION)
    with pytest.raises(RuntimeError, match="has no workers"):
        grade_class(tmp_path, tmp_path / "book", scheduler="tcp://cluster:8786")


def test_without_dask_the_error_says_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    hand_in(tmp_path, "anna", SOLUTION)
    with pytest.raises(RuntimeError, match=r'pip install "normbook\[cluster\]"'):
        grade_class(tmp_path, tmp_path / "book", scheduler="tcp://cluster:8786")


def test_a_machine_that_lacks_a_package_grades_nothing(tmp_path, monkeypatch):
    hand_in(tmp_path, "anna", SOLUTION)
    hand_in(tmp_path, "bob", b"class LayerNorm: ...", "layer_norm_module.py")
    for module, why in (
        ("torch", r'layer_norm_module cannot.*torch. Install: pip install "normbook\[nn\]"'),
        ("pytest", r'layer_norm cannot.*pytest. Install: pip install "normbook\[grader\]"'),
    ):
        monkeypatch.setattr(workers, "lacking", lambda names, module=module: {module} & {*names})
        with pytest.raises(RuntimeError, match=why):
            grade_class(tmp_path, tmp_path / "book")
    assert not (tmp_path / "book").exists()


@pytest.mark.parametrize("module", ["numpy", "pytest"])
def test_a_worker_that_lacks_a_package_ends_the_run_and_grades_nothing(monkeypatch, module):
    monkeypatch.setattr(workers, "lacking", lambda names: {module} & {*names})
    wanted = iter([task_of("anna", SOLUTION)])
    with pytest.raises(RuntimeError, match=rf"A worker at .* cannot grade .* needs {module}"):
        list(grade_tasks(wanted, workers_of(Calls(grade_source))))


def test_without_pytest_no_worker_is_ready():
    code = (
        "import sys; sys.modules['pytest'] = None\n"
        "from normbook.grader.classroom.workers import get_ready; get_ready()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "pytest" in done.stderr.splitlines()[-1]


def test_dask_is_not_loaded_unless_asked_for():
    code = "import sys, normbook.grader.classroom.grade; print('distributed' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


# ---- progress ----


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_elsewhere_than_on_a_terminal_progress_is_a_line_every_50():
    stream = io.StringIO()
    progress = Progress(120, stream)
    for number in range(120):
        progress.step(new=number >= 20)
    shown = stream.getvalue().splitlines()
    assert [line.split(" attempts")[0] for line in shown] == [
        "50 of 120",
        "100 of 120",
        "120 of 120",
    ]
    assert "a minute" in shown[0]
    assert "left" not in shown[-1]


def test_what_is_kept_is_counted_before_what_takes_time(tmp_path):
    """Else the minutes left would be told of what is kept, too, at the rate of what is new."""
    folder, out = tmp_path / "submissions", tmp_path / "book"
    for number in range(100, 200):
        hand_in(folder, str(number), b"(" * number)
    regrade(folder, out, Calls(canned))
    for number in range(100, 110):
        hand_in(folder, str(number), b"( changed")
    verdicts = regrade(folder, out, Calls(canned))
    assert {student for student, _ in [*verdicts][-10:]} == set(map(str, range(100, 110)))


def test_minutes_are_whole_and_said_to_be_without_loops(monkeypatch):
    clock = iter([0.0, 30.0, 31.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    stream = io.StringIO()
    progress = Progress(51, stream)
    for number in range(51):
        progress.step(new=number == 49)
    first, last = stream.getvalue().splitlines()
    assert first == "50 of 51 attempts, 2 a minute, 1 minute left if none loops"
    assert last == "51 of 51 attempts, 2 a minute"


@pytest.mark.parametrize("stream", [io.StringIO(), Terminal()])
def test_whose_answers_are_waited_for_is_told(monkeypatch, stream):
    monkeypatch.setenv("COLUMNS", "120")
    progress = Progress(9, stream)
    progress.waiting([f"Ann{n} (layer_norm)" for n in range(6)])
    text = "at work on Ann0 (layer_norm), Ann1 (layer_norm), Ann2 (layer_norm), Ann3 (layer_norm)"
    assert stream.getvalue().strip() == f"0 of 9 attempts; {text} and 2 more"


@pytest.mark.parametrize("status", ["fail", "timeout"])
def test_while_no_verdict_comes_what_is_waited_for_is_told(monkeypatch, status):
    monkeypatch.setattr(schedule, "WAITING_SECONDS", 0.01)
    told = []
    go_on = threading.Event()

    def grade(slug, source, seconds):
        assert go_on.wait(60)
        return {"points": 0, "status": status}

    def waiting(tasks):
        told.append([task.student for task in tasks])
        go_on.set()

    tasks = iter([task_of("anna", b"1")])
    ((_, verdict),) = grade_tasks(tasks, workers_of(Queue(grade)), waiting)
    assert verdict["status"] == status
    assert told[0] == ["anna"]


def test_on_a_terminal_progress_is_one_line_that_is_rewritten():
    stream = Terminal()
    progress = Progress(3, stream)
    for _ in range(3):
        progress.step(new=True)
    assert stream.getvalue().count("\r") == 3
    assert stream.getvalue().count("\n") == 1
    assert stream.getvalue().endswith("\n")


# ---- killed, interrupted ----

COMMAND = """
import sys
from pathlib import Path
from normbook.grader.classroom.grade import grade_class
if __name__ == "__main__":
    seconds = float(sys.argv[1])
    sys.exit(grade_class(Path("submissions"), Path("book"), seconds=seconds, jobs=2))
"""


def start(folder, mark, seconds=10.0):
    """Start to grade a class in a process of its own, whose descendants all bear a mark."""
    script = folder / "command.py"
    script.write_text(COMMAND)
    return subprocess.Popen(
        [sys.executable, str(script), str(seconds)],
        cwd=folder,
        env={
            **os.environ,
            "MARK": mark,
            "TMPDIR": str(folder / "tmp"),
            "PYTHONPATH": str(SOURCE_ROOT),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def bearing(mark):
    """Return the processes that bear a mark, or have a parent that does."""
    marked, parents = set(), {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if mark.encode() in (entry / "environ").read_bytes():
                    marked.add(int(entry.name))
                parents[int(entry.name)] = int(
                    (entry / "stat").read_text().rsplit(")")[-1].split()[1]
                )
    size = 0
    while len(marked) > size:
        size = len(marked)
        marked |= {pid for pid, parent in parents.items() if parent in marked}
    return marked


def until(condition):
    deadline = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def written(folder):
    file = folder / "book" / "results.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


@pytest.fixture
def a_class(tmp_path):
    """Hand in what three times as many students as answers would."""
    (tmp_path / "tmp").mkdir()
    answers = [LAYER_NORM.solution, *LAYER_NORM.mutants[:11]]
    for number in range(36):
        path = answers[number % len(answers)]
        hand_in(tmp_path / "submissions", f"{path.stem} {number}", path.read_bytes())
    return tmp_path


needs_proc = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="there is no /proc")


@needs_proc
def test_killing_it_at_any_moment_loses_and_doubles_nothing(a_class):
    chance, kept = random.Random(4), b""
    for stop_at in (0, 3, 9, 16, 25):
        mark = uuid.uuid4().hex
        process = start(a_class, mark)
        until(lambda: written(a_class) >= stop_at or process.poll() is not None)  # noqa: B023
        time.sleep(chance.uniform(0, 0.3))
        process.kill()
        process.communicate()
        until(lambda: not bearing(mark))  # noqa: B023
        assert [each.name for each in (a_class / "tmp").iterdir()] == []
        file = a_class / "book" / "results.jsonl"
        now = file.read_bytes() if file.exists() else b""
        assert now.startswith(kept[: kept.rfind(b"\n") + 1])
        kept = now
    last = start(a_class, uuid.uuid4().hex)
    assert last.wait(timeout=120) == 0
    last.communicate()
    found = lines(a_class / "book")
    expected = {path.name for path in (a_class / "submissions").iterdir()}
    assert sorted(line["student"] for line in found) == sorted(expected)
    points = points_in(a_class / "book")
    assert points.keys() == expected
    by_answer = {}
    for name, number in points.items():
        by_answer.setdefault(name.rpartition(" ")[0], set()).add(number)
    assert by_answer.pop("solution") == {10}
    assert all(len(numbers) == 1 and max(numbers) < 10 for numbers in by_answer.values())


@needs_proc
def test_ctrl_c_ends_it_cleanly_and_it_goes_on_later(a_class):
    hand_in(a_class / "submissions", "0 unending", UNENDING)  # the first that is graded
    mark = uuid.uuid4().hex
    process = start(a_class, mark, seconds=3600)
    until(lambda: written(a_class) >= 3)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of the group
    try:
        said, _ = process.communicate(timeout=120)  # for the attempt in flight it would be an hour
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in said
    assert "goes on from there" in said
    assert not bearing(mark)
    assert [each.name for each in (a_class / "tmp").iterdir()] == []
    kept = lines(a_class / "book")
    assert 3 <= written(a_class) == len(kept) < 37
    assert "0 unending" not in {line["student"] for line in kept}
    assert not (a_class / "book" / "gradebook.csv").exists()

    rest = Calls(canned)
    run_over(a_class / "submissions", a_class / "book", rest, Limits(3600.0))
    assert len(rest.graded) == 37 - len(kept)
    assert lines(a_class / "book")[: len(kept)] == kept
