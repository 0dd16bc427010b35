"""Marks that Canvas and Moodle have are kept or changed, and each is told by name."""

import csv
import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from normbook.grader import find
from normbook.grader.classroom.answers import NotUnderstood
from normbook.grader.classroom.assignment import Assignment
from normbook.grader.classroom.grade import files_of, grade_class
from normbook.grader.classroom.gradebook import Gradebook
from normbook.grader.classroom.layouts import Student
from normbook.grader.classroom.notices import notices
from normbook.grader.classroom.people import with_roster
from normbook.grader.classroom.roster import read_columns, read_roster
from normbook.grader.classroom.submissions import Submission, Work
from normbook.grader.fence.sandbox import AVAILABLE
from normbook.grader.verdict.grade import grade_file

LAYER_NORM = find("layer_norm")
RIGHT = grade_file(LAYER_NORM, LAYER_NORM.solution).as_dict()
ANNA, OPEN = Student("anna", "anna"), Student("olga", "olga")
WORKS = [
    Work(ANNA, (Submission(ANNA, LAYER_NORM, b"x", "layer_norm.py"),)),
    Work(OPEN, (), (NotUnderstood("hw.rar", "expected .py"),)),
]


@pytest.fixture
def book(tmp_path):
    """Give a function that returns the gradebook of a class whose roster is this table."""

    def graded(*lines):
        path = tmp_path / "roster.csv"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        known = with_roster(WORKS, read_roster(path))
        stated = Assignment({LAYER_NORM: Fraction(1)}, "Week 1")
        verdicts = {("anna", "layer_norm"): RIGHT}
        return Gradebook(stated, known.works, verdicts, known.people, read_columns(path))

    return graded


CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (9)"
MOODLE = "Identifier,Full name,Email address,Grade,Maximum grade,Last modified (grade)"


def column(text, heading):
    return [row[heading] for row in csv.DictReader(text.splitlines())]


def test_whom_canvas_excuses_gets_no_mark_and_is_named(book):
    graded = book(
        CANVAS, "Anna,1,,anna,A,EX", "Olga,2,,olga,A,ex", "Nora,3,,,A,EX", "Stu,4,,,A,N/A"
    )
    files = files_of(graded)
    marks = column(files["canvas.csv"], "Week 1 (9)")[1:]
    assert marks == ["EX", "EX", "ex", "N/A"]
    said = "\n".join(notices(graded, [], files))
    kept = "Kept in canvas.csv as Canvas has them, and no mark of ours: "
    assert f"{kept}Anna (anna) (EX), Nora (EX), Olga (olga) (ex), Stu (N/A)" in said
    assert "as these marks are open here" not in said
    assert "changes marks" not in said


def test_who_is_excused_is_in_no_statistics_and_lacks_nothing(book):
    graded = book(CANVAS, "Anna,1,,anna,A,", "Olga,2,,olga,A,EX", "Nora,3,,,A,EX", "Stu,4,,,A,n/a")
    files = files_of(graded)
    page = files["gradebook.html"]
    assert "mean 10, median 10, best 10. Without 3 whom Canvas excuses." in page
    assert "<td>1</td><td>1</td><td>10</td><td>10</td><td>0</td>" in page
    assert page.count("<b>–</b> <small>excused</small>") == 2
    assert page.count("<b>–</b> <small>not assigned</small>") == 1
    told = files["feedback/Nora.html"]
    assert "<p>Nora: <strong>excused</strong></p>" in told
    assert "nothing handed in" not in told
    assert "hw.rar" in files["feedback/olga.html"]
    due = datetime(2026, 12, 1, 12, tzinfo=UTC)
    stated = replace(graded.assignment, due=due)
    early = replace(graded, assignment=stated, at=due - timedelta(days=1))
    assert not [line for line in notices(early, [], files) if "Not due yet" in line]


def test_of_who_is_excused_the_gradebook_has_no_total_and_says_why(book):
    graded = book(CANVAS, "Anna,1,,anna,A,EX", "Nora,3,,,A,n/a", "Olga,2,,olga,A,")
    text = files_of(graded)["gradebook.csv"].removeprefix("\ufeff")
    told = zip(column(text, "student"), column(text, "total"), column(text, "notes"), strict=True)
    assert list(told)[1:] == [
        ("anna", "", "excused"),
        ("Nora", "", "not assigned"),
        ("olga", "", "hw.rar: expected .py"),
    ]


@pytest.mark.parametrize(
    ("mark", "told"),
    [("14", "14 → 10"), ("A", "A → 10"), ("10.00", ""), ("10,0", ""), ("", ""), ("-", "")],
)
def test_a_mark_that_canvas_csv_changes_is_told(book, mark, told):
    graded = book(CANVAS, f'Anna,1,,anna,A,"{mark}"', "Olga,2,,olga,A,7")
    files = files_of(graded)
    assert column(files["canvas.csv"], "Week 1 (9)")[1:] == ["10", "7"]
    said = [each for each in notices(graded, [], files) if "changes marks" in each]
    assert len(said) == bool(told)
    assert not said or said[0].startswith(
        f"canvas.csv changes marks that Canvas has: Anna (anna) {told}. Where the mark"
    )
    assert not said or "Anna (anna) 14 → 10" in files["gradebook.html"] or mark != "14"


def test_a_mark_that_moodle_csv_changes_is_told_and_how_moodle_takes_it(book):
    date = "Friday, 27 November 2026, 10:00 AM"
    graded = book(
        MOODLE, f'Participant 1,anna,,"4,00","10,00","{date}"', "Participant 2,olga,,7,10,-"
    )
    files = files_of(graded)
    assert column(files["moodle.csv"], "Grade") == ["10", ""]
    assert column(files["moodle.csv"], "Last modified (grade)") == [date, ""]
    said = "\n".join(notices(graded, [], files))
    assert "moodle.csv changes marks that Moodle has: anna 4,00 → 10. Where" in said
    assert "tick “Allow updating records that have been modified more recently" in said
    first = book(MOODLE, "Participant 1,anna,,,10,-", "Participant 2,olga,,-,10,-")
    said = "\n".join(notices(first, [], files_of(first)))
    assert "changes marks" not in said
    assert "tick “Allow updating" not in said


def test_a_grade_in_a_table_that_is_no_worksheet_is_no_mark_of_moodle_s(book):
    graded = book("Full name,Email address,Grade", "anna,a@x,11", "olga,o@x,11")
    assert "changes marks" not in "\n".join(notices(graded, [], files_of(graded)))


def test_of_many_changes_some_are_named(book):
    others = [f"Person {n},{n},,,A,3" for n in range(30)]
    graded = book(CANVAS, "Olga,99,,olga,A,", "Anna,98,,anna,A,", *others)
    (line,) = [each for each in notices(graded, [], files_of(graded)) if "changes marks" in each]
    assert line.count("3 → 0") == 20
    assert "; and 10 more. Where" in line


@pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes")
def test_a_gradebook_says_whose_marks_the_one_before_had_otherwise(tmp_path, capsys):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    for name in ("ada", "bob", "cat", "dan"):
        (folder / name).mkdir(parents=True)
        shutil.copy(LAYER_NORM.solution, folder / name / "layer_norm.py")
    (folder / "cat" / "layer_norm.py").write_text("x = 1\n")
    assert grade_class(folder, out, jobs=1) == 0
    assert "gradebook before" not in capsys.readouterr().out
    assert grade_class(folder, out, jobs=1) == 0
    assert "gradebook before" not in capsys.readouterr().out
    (folder / "bob" / "layer_norm.py").write_text("def layer_norm(*a, **k): return 1\n")
    shutil.copy(LAYER_NORM.solution, folder / "cat" / "layer_norm.py")
    (folder / "dan" / "layer_norm.py").write_text("x = 1\n")
    assert grade_class(folder, out, jobs=1) == 0
    told = capsys.readouterr().out
    assert "Other marks than in the gradebook before: bob 10 → 0; dan 10 → open.\n" in told
    assert "Open in the gradebook before, and marked now: cat open → 10.\n" in told


@pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes")
def test_whose_folder_has_another_name_is_known_by_the_number(tmp_path, capsys):
    folder, out, roster = tmp_path / "submissions", tmp_path / "book", tmp_path / "worksheet.csv"
    bobby = folder / "Bobby Table_7_assignsubmission_file"
    for place in (bobby, folder / "Chidi Okafor_8_assignsubmission_file"):
        place.mkdir(parents=True)
        shutil.copy(LAYER_NORM.solution, place / "layer_norm.py")
    roster.write_text(
        "Identifier,Full name\nParticipant 7,Bobby Table\nParticipant 8,Chidi Okafor\n"
    )
    assert grade_class(folder, out, roster=roster, jobs=1) == 0
    bobby.rename(folder / "Chidi Okafor_7_assignsubmission_file")
    assert grade_class(folder, out, roster=roster, jobs=1) == 0
    line = "Other marks than in the gradebook before: Bobby Table 10 → open.\n"
    assert line in capsys.readouterr().out
