"""A student with an extension is found by name, and lateness counts from it."""

import csv
import io
import json
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from normbook.grader import find
from normbook.grader.classroom.assignment import AssignmentError, unweighted
from normbook.grader.classroom.extensions import extended
from normbook.grader.classroom.grade import grade_class
from normbook.grader.classroom.gradebook import Gradebook
from normbook.grader.classroom.layouts import Student
from normbook.grader.classroom.notices import notices
from normbook.grader.classroom.people import with_roster, without_roster
from normbook.grader.classroom.roster import Person
from normbook.grader.classroom.submissions import HandedIn, Submission, Work
from normbook.grader.fence.sandbox import AVAILABLE
from normbook.grader.verdict.grade import grade_file

STANDARDIZE = find("standardize")
DUE = datetime(2026, 12, 1, 12, tzinfo=UTC)
LATER = DUE + timedelta(days=2)
BEN = Student("Ben Koch_1002", "Ben Koch", "Moodle", "1002")
ZOE = Student("Zoë Schäfer_1019", "Zoë Schäfer", "Moodle", "1019")
WORKS = [Work(BEN), Work(ZOE), Work(Student("anna", "anna"))]
ROSTER = [
    Person("Koch, Ben", participant="1002", email="ben@x"),
    Person("Zoë Schäfer", participant="1019"),
    Person("Anna Koch", "anna"),
    Person("Max Absent"),
]


def stated(*names):
    until = dict.fromkeys(names, LATER)
    return replace(unweighted([STANDARDIZE]), due=DUE, extensions=until)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        *(("Ben Koch", BEN.key), ("koch, ben", BEN.key), ("Ben Koch_1002", BEN.key)),
        *(("ben@x", BEN.key), ("Zoe\u0308 Scha\u0308fer", ZOE.key), ("anna", "anna")),
        *(("Anna Koch", "anna"), ("Max Absent", "Max Absent")),
    ],
)
def test_a_student_is_named_as_roster_or_folder_do(name, key):
    assignment, known = extended(stated(name), with_roster(WORKS, ROSTER))
    assert assignment.extensions == {key: LATER}
    noted = {work.student.key: work.notes for work in known.works if work.notes}
    assert noted == {key: ("an extension: due 2026-12-03 12:00+00:00",)}


@pytest.mark.parametrize(
    ("name", "near"),
    [("Bem Kohc", "; near are Koch, Ben;"), ("X Schäfer", "; near are Zoë Schäfer;"), ("Q", ";")],
)
def test_who_is_nobody_stops_nothing_and_is_told_with_who_is_near(name, near):
    known = with_roster(WORKS, ROSTER)
    assignment, noted = extended(stated(name, "Ben Koch"), known)
    assert assignment.extensions == {BEN.key: LATER}
    (said,) = noted.notices
    assert said.startswith(f"[extensions]: {name} is nobody here{near}")
    assert "nobody gets more time by it" in said


def test_canvas_s_number_is_a_name():
    ada = Student("lovelaceada_12307", "lovelaceada", "Canvas", "12307")
    known = with_roster([Work(ada)], [Person("Lovelace, Ada", canvas_id="12307")])
    assert extended(stated("12307"), known)[0].extensions == {ada.key: LATER}


def test_who_could_be_two_is_an_error_and_so_are_two_lines_for_one():
    works = [Work(BEN), Work(replace(BEN, key="Ben Koch_7", id="7"))]
    with pytest.raises(AssignmentError, match=r"could be any of Ben Koch_1002, Ben Koch_7; name "):
        extended(stated("Ben Koch"), without_roster(works))
    assert extended(stated("Ben Koch_7"), without_roster(works))[0].extensions == {
        "Ben Koch_7": LATER
    }
    with pytest.raises(AssignmentError, match="Koch Ben is Ben Koch_1002, who has a line already"):
        extended(stated("Ben Koch", "Koch Ben"), without_roster([Work(BEN)]))


def test_what_canvas_marks_late_is_not_late_with_an_extension_and_it_is_said():
    solution = STANDARDIZE.solution
    marked = HandedIn(None, "Canvas", True)
    given = Submission(BEN, STANDARDIZE, solution.read_bytes(), "standardize.py", marked)
    assignment, known = extended(stated("Ben Koch"), without_roster([Work(BEN, (given,))]))
    verdicts = {(BEN.key, "standardize"): grade_file(STANDARDIZE, solution).as_dict()}
    book = Gradebook(assignment, known.works, verdicts, known.people)
    assert book.mark(BEN, STANDARDIZE).late == "?"
    (said,) = [line for line in notices(book, [], {}) if "late" in line]
    assert said.startswith("Canvas marked 1 answer as late, of students with an extension")


@pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes")
def test_lateness_counts_from_the_extension_and_the_gradebook_says_so(tmp_path, capsys):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    for name in ("Ann", "Ben"):
        path = folder / f"{name} Koch" / "standardize.py"
        path.parent.mkdir(parents=True)
        path.write_bytes(STANDARDIZE.solution.read_bytes())
        time = (DUE + timedelta(days=2, hours=1)).timestamp()
        os.utime(path, (time, time))
    (folder / "assignment.toml").write_text(
        "due = 2026-12-01T12:00:00Z\n[late]\npercent_a_day = 10\nby_file_times = true\n"
        "[extensions]\n'Ben Koch' = 2026-12-03T12:00:00Z\n[weights]\nstandardize = 1\n"
    )
    assert grade_class(folder, out, jobs=1) == 0
    said = capsys.readouterr().out
    assert "and of extensions:\n  Ben Koch: an extension: due 2026-12-03 12:00+00:00\n" in said
    assert "No assignment.toml" not in said
    text = (out / "gradebook.csv").read_text(encoding="utf-8-sig")
    rows = {row["student"]: row for row in csv.DictReader(io.StringIO(text))}
    assert [rows[f"{name} Koch"]["standardize: days late"] for name in ("Ann", "Ben")] == ["3", "1"]
    assert "an extension: due" in rows["Ben Koch"]["notes"]
    students = json.loads((out / "gradebook.json").read_text())["students"]
    assert [len(each["notes"]) for each in students] == [0, 1]
    for page in ("gradebook.html", "feedback/Ben Koch.html"):
        assert "an extension: due 2026-12-03" in (out / page).read_text(encoding="utf-8")


@pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes")
def test_without_an_assignment_it_is_said_what_is_graded(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "submissions" / "ann" / "standardize.py"
    path.parent.mkdir(parents=True)
    path.write_bytes(STANDARDIZE.solution.read_bytes())
    line = f"No assignment.toml in submissions{os.sep}: graded are standardize; nothing is late."
    grade_class(path.parents[1].relative_to(tmp_path), tmp_path / "book", jobs=1)
    assert capsys.readouterr().out.splitlines()[0] == line
    stated = tmp_path / "assignment.toml"
    stated.write_text("[weights]\nstandardize = 2\n")
    grade_class(path.parents[1].relative_to(tmp_path), tmp_path / "book", jobs=1)
    assert capsys.readouterr().out.splitlines()[0] == (
        f"{line} To grade by the one that lies here: --assignment assignment.toml."
    )
    grade_class(path.parents[1], tmp_path / "book", stated, jobs=1)
    assert "No assignment.toml" not in capsys.readouterr().out


@pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes")
def test_without_an_assignment_an_exercise_of_which_nothing_is_understood_is_open(tmp_path, capsys):
    for name, text in (("standardize", "def standardize(x): ...\n"), ("layer_norm", "x = 1\n")):
        path = tmp_path / "submissions" / "ann" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    grade_class(tmp_path / "submissions", tmp_path / "book", jobs=1)
    said = capsys.readouterr().out
    assert ": graded are layer_norm, standardize; nothing is late." in said
    assert "  ann: layer_norm.py: it does not define layer_norm\n" in said
    (ann,) = json.loads((tmp_path / "book" / "gradebook.json").read_text())["students"]
    assert ann["attempts"]["layer_norm"]["status"] == "not understood"
    assert not ann["complete"]
