"""Moodle's folders of teams, and folders that the roster names: no stranger gets their marks."""

import csv
from dataclasses import replace
from fractions import Fraction
from zipfile import ZipFile

import pytest

from normbook.grader import find
from normbook.grader.classroom.assignment import Assignment
from normbook.grader.classroom.grade import files_of, grade_class
from normbook.grader.classroom.gradebook import Gradebook
from normbook.grader.classroom.layouts import Student
from normbook.grader.classroom.people import with_roster
from normbook.grader.classroom.roster import Person
from normbook.grader.classroom.submissions import Submission, Work
from normbook.grader.fence.sandbox import AVAILABLE
from normbook.grader.verdict.grade import grade_file

LAYER_NORM = find("layer_norm")
RIGHT = grade_file(LAYER_NORM, LAYER_NORM.solution).as_dict()
BLUE = Student("Team Blue_4418", "Team Blue", "Moodle", "4418")
CHIDI = Student("Chidi Okafor_4404", "Chidi Okafor", "Moodle", "4404")
ROSTER = [
    Person("Chidi Okafor", participant="4404"),
    Person("Gina Groupone", participant="4407"),
    Person("Gus Grouptwo", participant="4408"),
    Person("Nora Nothing", participant="4418"),
]


def work_of(student):
    return Work(student, (Submission(student, LAYER_NORM, b"x", "layer_norm.py"),))


def marks_of(students, roster):
    """Return the grade of each student in moodle.csv, by identifier, and the class."""
    works = [work_of(student) for student in students]
    known = with_roster(works, roster)
    verdicts = {(student.key, "layer_norm"): RIGHT for student in students}
    stated = Assignment({LAYER_NORM: Fraction(1)}, "Week 1")
    folders = {each.key: f"{each.key}_assignsubmission_file" for each in students}
    book = Gradebook(stated, known.works, verdicts, known.people, moodle_folders=folders)
    rows = csv.DictReader(files_of(book)["moodle.csv"].splitlines())
    return {row["Identifier"].removeprefix("Participant "): row["Grade"] for row in rows}, known


def claiming(folder, *names):
    return [replace(each, folder=folder) if each.name in names else each for each in ROSTER]


def test_a_team_with_the_number_of_a_student_is_not_that_student():
    marks, known = marks_of([CHIDI, BLUE], ROSTER)
    assert marks == {"4404": "10", "4407": "", "4408": "", "4418": ""}
    assert known.notices[0] == (
        "Team Blue_4418 is nobody in the roster: it has the number of Nora Nothing, and another "
        "name"
    )


@pytest.mark.parametrize(
    "name",
    ["Chidi Okafor", "Okafor Chidi", "Okafor, Chidi", "chidi Chidi N. Okafor", "Participant"],
)
def test_a_number_counts_where_the_name_does_not_contradict(name):
    student = Student(f"{name}_4404", name, "Moodle", "4404")
    assert with_roster([work_of(student)], ROSTER).people[student.key] == ROSTER[0]


@pytest.mark.parametrize(
    ("listed", "name"),
    [("Siobhán O'Brien", "Siobhán OBrien"), ("José García", "JosÃ© GarcÃ\xada")],
)
def test_signs_that_a_folder_lacks_or_an_unpacking_spoils_make_no_other_name(listed, name):
    student = Student(f"{name}_7", name, "Moodle", "7")
    person = Person(listed, participant="7")
    assert with_roster([work_of(student)], [person]).people[student.key] == person


@pytest.mark.parametrize(("listed", "name"), [("王伟", "红队"), ("Ada", "Team Ada")])
def test_names_of_other_words_are_other_names(listed, name):
    student = Student(f"{name}_7", name, "Moodle", "7")
    known = with_roster([work_of(student)], [Person(listed, participant="7")])
    assert known.people[student.key] == Person(name)


def test_a_team_s_folder_that_the_roster_gives_its_members_is_nobody_else_s():
    marks, known = marks_of([CHIDI, BLUE], claiming(BLUE.key, "Gina Groupone", "Gus Grouptwo"))
    assert marks == {"4404": "10", "4407": "10", "4408": "10", "4418": "0"}
    assert known.notices == ()
    marks, _ = marks_of([CHIDI, BLUE], claiming(BLUE.key, "Gina Groupone"))
    assert marks == {"4404": "10", "4407": "10", "4408": "0", "4418": "0"}


def test_a_folder_that_is_not_there_is_told_and_leaves_its_students_open():
    canvas = Student("projectgroup7_12307", "projectgroup7", "Canvas", "12307")
    roster = [
        Person("Gina", "projectgroup8_12307", canvas_id="12307"),
        Person("Gus", "projectgroup8_12307", canvas_id="12308"),
        Person("Max", canvas_id="12309"),
    ]
    known = with_roster([work_of(canvas)], roster)
    verdicts = {(canvas.key, "layer_norm"): RIGHT}
    stated = Assignment({LAYER_NORM: Fraction(1)}, "Week 1")
    book = Gradebook(stated, known.works, verdicts, known.people)
    rows = list(csv.DictReader(files_of(book)["canvas.csv"].splitlines()))[1:]
    assert {row["ID"]: row["Week 1"] for row in rows} == {"12307": "", "12308": "", "12309": "0"}
    assert known.notices == (
        "Folders that the roster names are not there: projectgroup8_12307 (Gina, Gus; near is "
        "projectgroup7_12307). These have no grade until the column folder is mended; empty it "
        "for who handed nothing in.",
    )
    (gus,) = [student for student in book.students if student.name == "Gus"]
    mark = book.mark(gus, LAYER_NORM)
    assert (mark.status, mark.reason) == (
        "unclear whose",
        "the roster's folder projectgroup8_12307 is not there",
    )


def test_who_is_nobody_in_the_roster_is_in_no_import():
    dropped = Student("droppeddoris_12319", "droppeddoris", "Canvas", "12319")
    max_ = Student("max_12309", "max", "Canvas", "12309")
    works = [work_of(dropped), work_of(max_)]
    known = with_roster(works, [Person("Max", canvas_id="12309")])
    verdicts = {(each.student.key, "layer_norm"): RIGHT for each in works}
    stated = Assignment({LAYER_NORM: Fraction(1)}, "Week 1")
    files = files_of(Gradebook(stated, known.works, verdicts, known.people))
    assert [row["ID"] for row in csv.DictReader(files["canvas.csv"].splitlines())] == ["", "12309"]
    assert "droppeddoris" in files["gradebook.csv"]


def test_numbers_of_another_assignment_s_worksheet_are_not_used():
    shifted = [replace(each, participant=str(int(each.participant) + 1)) for each in ROSTER]
    twins = [Person("Wei Chen", participant=number) for number in ("4437", "4438")]
    shifted = [
        replace(each, email=f"{each.participant}@x", maximum="10", row={"Grade": "3"})
        for each in (*shifted, *twins)
    ]
    weis = [Student(f"Wei Chen_{n}", "Wei Chen", "Moodle", n) for n in ("4436", "4437")]
    gina = Student("Gina Groupone_4407", "Gina Groupone", "Moodle", "4407")
    marks, known = marks_of([CHIDI, gina, *weis], shifted)
    assert marks == {"4404": "10", "4407": "10", "": ""}
    assert known.notices[0] == (
        "The roster has Moodle's numbers of another assignment, as 4405 for Chidi Okafor_4404: "
        "none of them is used. Name this assignment's own grading worksheet."
    )
    assert known.notices[1] == "Wei Chen_4436 could be several in the roster"
    assert not any(person.row or person.maximum for person in known.people.values())


def test_somebody_of_the_same_name_with_another_number_is_somebody_else():
    wei = Student("Wei Chen_4437", "Wei Chen", "Moodle", "4437")
    roster = [*ROSTER, Person("Wei Chen", participant="4436")]
    marks, known = marks_of([CHIDI, wei], roster)
    assert marks == {"4404": "10", "4407": "0", "4408": "0", "4418": "0", "4436": ""}
    assert known.notices[0] == ("Wei Chen_4437 is nobody in the roster: Wei Chen has number 4436")


@pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes")
@pytest.mark.parametrize("claimed", [True, False])
def test_members_of_a_team_get_their_pages_by_the_worksheet_s_numbers(tmp_path, claimed):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    for name in ("Team Blue_4418", "Chidi Okafor_4404"):
        (folder / f"{name}_assignsubmission_file").mkdir(parents=True)
        path = folder / f"{name}_assignsubmission_file" / "layer_norm.py"
        path.write_bytes(LAYER_NORM.solution.read_bytes())
    team = "Team Blue_4418_assignsubmission_file" if claimed else ""
    worksheet = tmp_path / "worksheet.csv"
    worksheet.write_text(
        f"Identifier,Full name,folder\nParticipant 4404,Chidi Okafor,\n"
        f"Participant 4407,Gina Groupone,{team}\nParticipant 4408,Gus_Grouptwo,{team}\n"
        "Participant 4418,Nora Nothing,\n"
    )
    assert grade_class(folder, out, roster=worksheet, jobs=1) == 0
    with ZipFile(out / "moodle-feedback.zip") as archive:
        names = [name.removesuffix("/feedback.html") for name in archive.namelist()]
    members = ["Gina Groupone_4407_assignsubmission_file_"]
    members += ["Gus Grouptwo_4408_assignsubmission_file_"]
    assert sorted(names) == ["Chidi Okafor_4404_assignsubmission_file", *(members * claimed)]
