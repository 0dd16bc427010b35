"""What is missing is open while its student still has time, and no 0."""

import csv
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from normbook.grader import find
from normbook.grader.classroom.assignment import Assignment, LatePolicy
from normbook.grader.classroom.grade import files_of, grade_class
from normbook.grader.classroom.gradebook import Gradebook
from normbook.grader.classroom.layouts import Student
from normbook.grader.classroom.notices import notices
from normbook.grader.classroom.roster import Person
from normbook.grader.classroom.submissions import HandedIn, Submission, Work
from normbook.grader.fence.sandbox import AVAILABLE
from normbook.grader.verdict.grade import grade_file

LAYER_NORM, STANDARDIZE = find("layer_norm"), find("standardize")
DUE = datetime(2026, 12, 1, 12, tzinfo=UTC)
STATED = Assignment({LAYER_NORM: Fraction(1), STANDARDIZE: Fraction(1)}, "Week 1", due=DUE)
NORA, STU, ADA = (Student(name, name) for name in ("Nora", "Stu", "Ada"))


def given(student, exercise, source):
    return Submission(student, exercise, source, f"{exercise.slug}.py", HandedIn(DUE, "Git"))


def graded_at(time, **stated):
    """Return the gradebook of one with nothing, one with a stub, and one with one answer of two."""
    stub = given(STU, LAYER_NORM, LAYER_NORM.stub.encode())
    answer = given(ADA, LAYER_NORM, LAYER_NORM.solution.read_bytes())
    works = [Work(NORA), Work(STU, (stub,)), Work(ADA, (answer,))]
    right = grade_file(LAYER_NORM, LAYER_NORM.solution).as_dict()
    nothing = {**right, "points": 0, "status": "error", "checks": []}
    verdicts = {("Stu", "layer_norm"): nothing, ("Ada", "layer_norm"): right}
    people = {
        each.key: Person(each.key, canvas_id=each.key, participant=each.key)
        for each in (NORA, STU, ADA)
    }
    return Gradebook(replace(STATED, **stated), works, verdicts, people, at=time)


def statuses(book):
    return {s.key: [book.mark(s, each).status for each in book.exercises] for s in book.students}


def test_before_the_due_date_what_is_missing_is_open():
    assert statuses(graded_at(DUE)) == {
        "Nora": ["not due yet", "not due yet"],
        "Stu": ["not due yet", "not due yet"],
        "Ada": ["pass", "not due yet"],
    }


def test_after_it_what_is_missing_is_a_0_as_it_is_where_no_time_is_known():
    for time in (DUE + timedelta(seconds=1), None):
        assert statuses(graded_at(time)) == {
            "Nora": ["nothing handed in", "nothing handed in"],
            "Stu": ["not begun", "nothing handed in"],
            "Ada": ["pass", "nothing handed in"],
        }


def test_who_has_an_extension_or_minutes_of_grace_has_time_until_then():
    book = graded_at(DUE + timedelta(days=1), extensions={"Nora": DUE + timedelta(days=2)})
    assert [book.is_complete(student) for student in book.students] == [False, True, True]
    grace = LatePolicy(grace_minutes=Fraction(10))
    for minutes, is_open in ((10, True), (11, False)):
        book = graded_at(DUE + timedelta(minutes=minutes), late=grace)
        assert book.mark(NORA, LAYER_NORM).is_open == is_open


def test_what_is_not_due_is_blank_in_every_export_and_is_told():
    book = graded_at(DUE)
    files = files_of(book)
    tables = {
        name: list(csv.DictReader(files[name].removeprefix("\ufeff").splitlines()))
        for name in ("canvas.csv", "moodle.csv", "gradebook.csv", "details.csv")
    }
    assert [row["Week 1"] for row in tables["canvas.csv"][1:]] == ["", "", ""]
    assert [row["Grade"] for row in tables["moodle.csv"]] == ["", "", ""]
    _, nora, stu, ada = tables["gradebook.csv"]
    assert [row["total"] for row in (nora, stu, ada)] == ["", "", ""]
    assert (nora["layer_norm: status"], nora["layer_norm"]) == ("not due yet", "")
    assert tables["details.csv"][0]["reason"] == "due 2026-12-01 12:00+00:00"
    assert "– <small>not due yet</small>" in files["gradebook.html"]
    page = files["feedback/Nora.html"]
    assert "<strong>– of " in page
    assert "not due yet: due 2026-12-01 12:00+00:00" in page
    assert "nothing handed in" not in page
    line = (
        "Not due yet, so that what is missing is open, and no 0 (due 2026-12-01 12:00+00:00): "
        "Nora; Stu; Ada"
    )
    assert line in list(notices(book, [], files))
    assert line in files["gradebook.html"]


@pytest.mark.parametrize(
    ("handed_in", "told"),
    [
        (
            HandedIn(None, "Canvas", marked_late=True),
            "Canvas marked 1 answer as late, of students with an extension; it does not say when "
            "they came, and none counts as late: Ada",
        ),
        (
            HandedIn(None, "Git"),
            "Git does not tell when 1 answer came, and none counts as late: the clones have a part "
            "of the history alone, or a commit with no possible date. In each of these, git fetch "
            "--unshallow, then grade again: Ada",
        ),
        (
            HandedIn(DUE, "the file", differs=True),
            "Git does not tell when 1 answer came, and none counts as late: in the clones they are "
            "not as committed, but changed there, or by a setting of Git. They are of: Ada",
        ),
    ],
)
def test_of_what_nothing_tells_when_it_came_no_points_go_and_its_students_are_told(handed_in, told):
    book = graded_at(DUE, extensions={"Ada": DUE}, late=LatePolicy(percent_a_day=Fraction(10)))
    works = [
        replace(work, submissions=tuple(replace(s, handed_in=handed_in) for s in work.submissions))
        for work in book.works
        if work.student == ADA
    ]
    book = replace(book, works=works)
    assert [mark.late for mark in book.marks.values()] == ["?", ""]
    assert book.total(ADA) == LAYER_NORM.points
    files = files_of(book)
    assert told in list(notices(book, [], files))
    assert "nothing tells for certain when it came" in files["gradebook.csv"]


@pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes")
@pytest.mark.parametrize(("year", "status"), [(9998, "not due yet"), (1999, "nothing handed in")])
def test_a_class_is_graded_by_the_time_that_it_is(tmp_path, year, status):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    for name in ("ada", "nora"):
        (folder / name).mkdir(parents=True)
    (folder / "ada" / "standardize.py").write_bytes(STANDARDIZE.solution.read_bytes())
    (folder / "assignment.toml").write_text(
        f"due = {year}-12-01T12:00:00Z\n[weights]\nstandardize = 1\n"
    )
    assert grade_class(folder, out, jobs=1) == 0
    _, nora = json.loads((out / "gradebook.json").read_text())["students"]
    assert nora["attempts"]["standardize"]["status"] == status
