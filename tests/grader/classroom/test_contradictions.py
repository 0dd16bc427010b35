"""Names and numbers in Canvas that contradict each other: no mark is given, lost or made a 0."""

import csv
from dataclasses import replace
from fractions import Fraction

import pytest

from normbook.grader import find
from normbook.grader.classroom.assignment import Assignment
from normbook.grader.classroom.grade import files_of
from normbook.grader.classroom.gradebook import Gradebook
from normbook.grader.classroom.layouts import find_places, names_in_canvas
from normbook.grader.classroom.people import with_roster
from normbook.grader.classroom.roster import Person, names_by_number
from normbook.grader.classroom.submissions import find_work
from normbook.grader.verdict.grade import grade_file

EXERCISES = LAYER_NORM, STANDARDIZE = find("layer_norm"), find("standardize")
RIGHT = {each.slug: grade_file(each, each.solution).as_dict() for each in EXERCISES}
ANNA, CHIDI = Person("Li, Anna", canvas_id="12302"), Person("Okafor, Chidi", canvas_id="12370")
ROSTER = [ANNA, CHIDI, Person("Minh", canvas_id="12308")]


@pytest.fixture
def graded(tmp_path):
    """Give a function that returns marks in Canvas by number, and the class, of these files."""

    def marks_of(*files, roster=ROSTER):
        folder = tmp_path / "submissions"
        folder.mkdir()
        for number, name in enumerate(files):
            begin, slug = name.split()
            (folder / f"{begin}_{number}_{slug}.py").write_bytes(find(slug).solution.read_bytes())
        places, _ = find_places(folder, tmp_path / "out", names_by_number(roster))
        known = with_roster(list(find_work(places, EXERCISES)), roster)
        verdicts = {(each.student.key, slug): RIGHT[slug] for each in places for slug in RIGHT}
        stated = Assignment(dict.fromkeys(EXERCISES, Fraction(1)), "Week 1")
        book = Gradebook(stated, known.works, verdicts, known.people)
        _, *rows = csv.DictReader(files_of(book)["canvas.csv"].splitlines())
        return {row["ID"]: row["Week 1"] for row in rows}, known

    return marks_of


def whole(begin):
    return [f"{begin} {slug}" for slug in RIGHT]


@pytest.mark.parametrize("number", ["99999", "12302"])
def test_whose_files_have_another_number_is_open_and_no_0(graded, number):
    marks, known = graded(*whole("lianna_12302"), *whole(f"okaforchidi_{number}"))
    assert marks == {"12302": marks["12302"], "12370": "", "12308": "0"}
    assert marks["12302"] not in ("", "0")
    whose = {"99999": "a number that is nobody's", "12302": "the number of Li, Anna"}[number]
    assert known.notices[:2] == (
        f"okaforchidi_{number} has the name of Okafor, Chidi, and {whose}",
        "  It may be the work of these, who handed nothing in, and have no grade until that is "
        "clear: Okafor, Chidi. A column folder in the roster says whose a folder is; what is "
        "nobody's work, take out.",
    )


def test_one_file_with_another_s_number_is_nobody_s_and_whose_it_may_be_is_open(graded):
    files = ["lianna_12302 layer_norm", "okaforchidi_12302 standardize"]
    marks, known = graded(*files, "okaforchidi_12370 layer_norm")
    assert marks == {"12302": "", "12370": "", "12308": "0"}
    assert known.notices[1] == (
        "  It may be the work of these, too, and what they lack is open until that is clear: "
        "Li, Anna; Okafor, Chidi. Let its files begin as theirs, or take them out."
    )


def test_who_lacks_nothing_keeps_the_mark(graded):
    marks, known = graded(*whole("okaforchidi_12370"), *whole("okaforchidi_12302"))
    assert (marks["12302"], marks["12370"]) == ("", marks["12370"])
    assert marks["12370"] not in ("", "0")
    assert "clear: Li, Anna." in known.notices[1]


def test_a_column_folder_says_whose_such_files_are(graded):
    chidi = Person("Okafor, Chidi", "okaforchidi_12302", canvas_id="12370")
    marks, known = graded(*whole("okaforchidi_12302"), roster=[ANNA, chidi])
    assert marks == {"12302": "0", "12370": marks["12370"]}
    assert marks["12370"] not in ("", "0")
    assert known.notices == ()


def test_that_a_file_s_name_is_a_group_s_is_told_unless_the_roster_says_so(graded):
    marks, known = graded(*whole("projectgroup7_12302"))
    assert marks == {"12302": marks["12302"], "12370": "0", "12308": "0"}
    assert known.notices == (
        "By Canvas's number these are of the student in brackets, who has another name: "
        "projectgroup7_12302 (Li, Anna). Is it a group's? Then write how its files begin into a "
        "column folder of the roster, for each member.",
    )


def test_a_group_that_the_roster_has_is_not_told(graded):
    roster = [replace(each, folder="projectgroup7_12302") for each in (ANNA, CHIDI)]
    marks, known = graded(*whole("projectgroup7_12302"), roster=roster)
    assert marks["12302"] == marks["12370"] != ""
    assert known.notices == ()


def test_namesakes_and_garbled_names_contradict_no_number(graded):
    roster = [CHIDI, Person("Chidi Okafor", canvas_id="5"), Person("Müller, Zoë", canvas_id="6")]
    files = [*whole("okaforchidi_12370"), *whole("okaforchidi_5"), *whole("m├╝llerzo├½_6")]
    marks, known = graded(*files, roster=roster)
    assert all(mark not in ("", "0") for mark in marks.values())
    assert known.notices == ()


@pytest.mark.parametrize(
    ("name", "begin"),
    [("de la Cruz, Jean-Luc", "delacruzjeanluc"), ("Siobhán O'Brien", "obriensiobhán")],
)
def test_canvas_puts_the_last_name_first_without_signs(name, begin):
    assert begin in names_in_canvas(name)
