"""Moodle's grading worksheet tells when work came, and what it says is not passed over."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction

import pytest

from normbook.grader import find
from normbook.grader.classroom.assignment import Assignment, LatePolicy
from normbook.grader.classroom.grade import files_of, grade_class
from normbook.grader.classroom.gradebook import Gradebook
from normbook.grader.classroom.layouts import Student, find_places
from normbook.grader.classroom.notices import notices
from normbook.grader.classroom.people import with_roster
from normbook.grader.classroom.roster import read_roster
from normbook.grader.classroom.submissions import HandedIn, Submission, Work, find_work
from normbook.grader.classroom.worksheet import of_status, timed
from normbook.grader.fence.sandbox import AVAILABLE
from normbook.grader.verdict.grade import grade_file

LAYER_NORM = find("layer_norm")
RIGHT = grade_file(LAYER_NORM, LAYER_NORM.solution).as_dict()
BERLIN = timezone(timedelta(hours=1))
DUE = datetime(2026, 11, 5, 23, 59, tzinfo=BERLIN)
COPIED = HandedIn(datetime(2026, 11, 20, tzinfo=UTC), "the file")
IN_TIME, LATER = "Submitted for grading", "Submitted for grading - 1 day 23 hours late - Graded"
ADA = Student("Ada_12", "Ada", "Moodle", "12")
HEADER = "Identifier,Full name,Status,Grade,Maximum grade,Last modified (submission)"
HEADER += ",Last modified (grade)\n"


@pytest.fixture
def book(tmp_path):
    """Give a function that returns the gradebook of a student with this row in the worksheet."""

    def graded(
        time,
        status=IN_TIME,
        handed_in=COPIED,
        header=HEADER,
        due=DUE,
        student=ADA,
        until=None,
        **late,
    ):
        path = tmp_path / "worksheet.csv"
        row = f'Participant 12,Ada,{status},-,10.00,"{time}",-\n'
        path.write_text(header + row, encoding="utf-8")
        work = Work(student, (Submission(student, LAYER_NORM, b"x", "layer_norm.py", handed_in),))
        policy = LatePolicy(percent_a_day=Fraction(10), **late)
        extensions = {student.key: until} if until else {}
        stated = Assignment({LAYER_NORM: Fraction(1)}, due=due, late=policy, extensions=extensions)
        stated, known = of_status(stated, with_roster([work], read_roster(path)))
        known = timed(known, stated)
        verdicts = {(student.key, "layer_norm"): RIGHT}
        return Gradebook(stated, known.works, verdicts, known.people, notices=known.notices)

    return graded


def mark_of(book):
    return book.mark(book.students[0], LAYER_NORM)


def said(book):
    return "\n".join(notices(book, [], {}))


@pytest.mark.parametrize(
    ("time", "days"),
    [
        ("Thursday, 5 November 2026, 11:59 PM", 0),
        ("Thursday, 5 November 2026, 11:59\u202fpm", 0),
        ("Thursday, 5 November 2026, 23:59", 0),
        ("Thursday, November 5, 2026, 11:59 PM", 0),
        ("Friday, 6 November 2026, 12:00 AM", 1),
        ("Friday, 6 November 2026, 00:00", 1),
        ("Saturday, November 7, 2026, 10:58 PM", 2),
        ("Sunday, 8 November 2026, 00:30", 3),
    ],
)
@pytest.mark.parametrize("by_file_times", [False, True])
def test_the_worksheet_s_time_counts_in_the_zone_of_due(book, time, days, by_file_times):
    graded = book(time, by_file_times=by_file_times)
    mark = mark_of(graded)
    assert (mark.lateness.days, mark.points) == (days, 10 - days)
    assert mark.handed_in.told_by == "Moodle"
    assert "nothing but the file's own time" not in said(graded)
    assert "not understood" not in said(graded)
    assert ("(Moodle), which costs" in files_of(graded)["feedback/Ada_12.html"]) == (days > 0)


@pytest.mark.parametrize(
    ("time", "header"),
    [
        ("Donnerstag, 5. November 2026, 23:58", HEADER),
        ("2026年 11月 5日(木曜日) 23:58", HEADER),
        ("jeudi 5 novembre 2026, 23:58", HEADER.replace("Last modified (sub", "Dernière (sub")),
    ],
)
def test_a_time_that_is_not_understood_is_told_and_does_not_count(book, time, header):
    graded = book(time, "Zur Bewertung abgegeben", header=header)
    assert mark_of(graded).late == "?"
    assert f"has times that were not understood, as “{time}” of Ada" in said(graded)
    assert "nothing but the file's own time tells" in said(graded)
    late = book(time, "Zur Bewertung abgegeben", header=header, by_file_times=True)
    assert mark_of(late).lateness.days == 15


def test_where_the_status_alone_is_understood_in_time_is_in_time(book):
    graded = book("den 5. 11. 2026, 23:58", by_file_times=True)
    assert mark_of(graded).lateness.days == 0
    assert "not understood" in said(graded)


def test_moodle_is_asked_first_and_folders_that_are_not_moodle_s_have_no_time_of_it(book):
    late = "Saturday, 7 November 2026, 23:58"
    git = HandedIn(DUE, "Git")  # as a student wrote it into the .git that was handed in
    assert mark_of(book(late, handed_in=git)).lateness.days == 2
    assert mark_of(book("-", "No submission", handed_in=git)).handed_in == git
    assert mark_of(book(late, student=Student("Ada", "Ada"))).handed_in == COPIED
    assert mark_of(book(late, due=None)).handed_in == COPIED
    assert mark_of(book("-", "No submission")).handed_in == COPIED


@pytest.mark.parametrize(
    ("time", "status", "told"),
    [
        ("Thursday, 5 November 2026, 11:58 PM", IN_TIME, ""),
        ("Saturday, 7 November 2026, 11:58 PM", LATER, ""),
        ("Saturday, 7 November 2026, 11:58 PM", IN_TIME, "(Moodle: in time; by due: late)"),
        (
            "Thursday, 5 November 2026, 11:58 PM",
            LATER,
            "(Moodle: 1 day 23 hours late; by due: in time)",
        ),
    ],
)
def test_where_moodle_s_status_and_due_disagree_it_is_told(book, time, status, told):
    line = "Moodle's status and due do not agree on whose work is late: Ada_12 "
    graded = book(time, status)
    assert (line in said(graded)) == bool(told)
    assert told in said(graded)


FRIDAY = "Friday, 6 November 2026, 23:59"


@pytest.mark.parametrize(
    "status", [LATER, IN_TIME, f'"{LATER} - Extension granted until: {FRIDAY}"']
)
def test_an_extension_of_one_s_own_is_no_disagreement_with_moodle_which_does_not_know_it(
    book, status
):
    graded = book("Saturday, 7 November 2026, 11:58 PM", status)
    own = replace(graded.assignment, extensions={ADA.key: DUE + timedelta(days=3)})
    graded = replace(graded, assignment=own)
    assert mark_of(graded).lateness.days == 0
    assert "do not agree" not in said(graded)


def test_with_an_extension_the_worksheet_s_time_counts_in_the_zone_of_that(book):
    summer = datetime(2027, 3, 30, 23, 59, 59, tzinfo=timezone(timedelta(hours=2)))
    status = f'"{IN_TIME} - Extension granted until: Tuesday, 30 March 2027, 11:59 PM"'
    graded = book("Tuesday, 30 March 2027, 11:30 PM", status, until=summer)
    assert mark_of(graded).lateness.days == 0
    assert "do not agree" not in said(graded)
    assert mark_of(book("Wednesday, 31 March 2027, 12:00 AM", until=summer)).lateness.days == 1


UNTIL = "Extension granted until: Sunday"


@pytest.mark.parametrize(
    ("status", "days"),
    [
        (f'"{IN_TIME} - {UNTIL}, 8 November 2026, 12:00 AM"', 0),
        (f'"{IN_TIME} - Graded - {UNTIL}, 8 November 2026, 00:00 - "', 0),
        (f'"{IN_TIME} - 7 hours late - {UNTIL}, 8 November 2026, 12:00 AM"', 1),
        (f'"{IN_TIME} - {UNTIL}, 1 November 2026, 12:00 AM"', 2),
    ],
)
def test_moodle_s_extension_counts(book, status, days):
    late = days == 1
    graded = book(f"S{'un' if late else 'atur'}day, {7 + late} November 2026, 11:58 PM", status)
    assert mark_of(graded).lateness.days == days
    (work,) = graded.works
    noted = ("an extension, by Moodle: due 2026-11-08 00:00+01:00",)
    assert work.notes == (noted if days < 2 else ())
    assert ("do not agree" in said(graded)) == (days == 2)


@pytest.mark.parametrize(
    ("status", "until"),
    [
        (f'"{IN_TIME} - {UNTIL}, 8th of Nov. 2026, 12:00"', "Sunday, 8th of Nov. 2026, 12:00"),
        (
            '"Zur Bewertung abgegeben - Verlängerung bis: Sonntag, 8. November 2026, 00:00"',
            "Sonntag, 8. November 2026, 00:00",
        ),
    ],
)
def test_an_extension_that_is_not_understood_is_named(book, status, until):
    graded = book("Saturday, 7 November 2026, 11:58 PM", status)
    assert mark_of(graded).lateness.days == 2
    told = "Moodle gave more time than could be read, so that it does not count: Ada_12 until"
    assert f"{told} {until}. Put it into [extensions]" in said(graded)


def test_an_extension_of_one_s_own_counts_and_moodle_s_does_not(tmp_path):
    _, known, stated = of_a_class(
        tmp_path, ["Ada"], f'"{IN_TIME} - {UNTIL}, 8 November 2026, 00:00"'
    )
    own = {ADA.key: DUE + timedelta(days=9)}
    assert of_status(replace(stated, extensions=own), known)[0].extensions == own
    assert of_status(replace(stated, due=None), known)[0].extensions == {}


def of_a_class(tmp_path, names, status, works=None):
    """Return the gradebook, the class and the assignment of a worksheet with these names."""
    path = tmp_path / "worksheet.csv"
    rows = [f"Participant {12 + i},{name},{status},-,10.00,-,-\n" for i, name in enumerate(names)]
    path.write_text(HEADER + "".join(rows), encoding="utf-8")
    submission = Submission(ADA, LAYER_NORM, b"x", "layer_norm.py", COPIED)
    works = [Work(ADA, (submission,))] if works is None else works
    stated = Assignment({LAYER_NORM: Fraction(1)}, due=DUE)
    known = with_roster(works, read_roster(path))
    now, told = of_status(stated, known)
    verdicts = {(ADA.key, "layer_norm"): RIGHT}
    graded = Gradebook(now, told.works, verdicts, told.people, notices=told.notices)
    return graded, known, stated


@pytest.mark.parametrize(
    ("header", "is_other"),
    [
        ("Identifier,Full name,Status", False),
        ("Nummer,Vollständiger Name,Status", True),
        ("ID,Vollständiger Name,Bearbeitung", True),
    ],
)
def test_a_worksheet_in_another_language_is_to_be_downloaded_in_english(tmp_path, header, is_other):
    path = tmp_path / "worksheet.csv"
    path.write_text(f"{header}\nTeilnehmer/in 12,Ada,Abgegeben\n", encoding="utf-8")
    known = with_roster([Work(ADA)], read_roster(path))
    _, told = of_status(Assignment({LAYER_NORM: Fraction(1)}), known)
    assert any("in another language than English" in line for line in told.notices) == is_other


@pytest.mark.parametrize("status", [IN_TIME, LATER, "No submission", "Draft (not submitted)"])
def test_what_moodle_has_and_is_not_here_is_open_and_named(tmp_path, status):
    graded, *_ = of_a_class(tmp_path, ["Ada", "Cem Stub"], status)
    has_it = status in (IN_TIME, LATER)
    cem = graded.mark(graded.students[1], LAYER_NORM)
    assert (cem.status, cem.is_open) == (
        ("not here", True) if has_it else ("nothing handed in", False)
    )
    line = (
        "Moodle says that these handed in, and nothing of theirs is here, so that their marks are"
    )
    assert (f"{line} open: Cem Stub." in said(graded)) == has_it
    page = files_of(graded)["feedback/Cem Stub.html"]
    assert ("not here: Moodle says that it was handed in" in page) == has_it


@pytest.mark.parametrize("name", ["", ".DS_Store", "Thumbs.db", "__MACOSX/._layer_norm.py", "x.md"])
@pytest.mark.parametrize("status", [IN_TIME, "No submission"])
def test_a_folder_of_moodle_s_without_a_file_is_as_none(tmp_path, name, status):
    folder = tmp_path / "all/Ada_12_assignsubmission_file"
    folder.mkdir(parents=True)
    if name:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(b"?")
    places, _ = find_places(tmp_path / "all", tmp_path / "out")
    works = list(find_work(places, [LAYER_NORM]))
    graded, *_ = of_a_class(tmp_path, ["Ada"], status, works)
    mark = graded.mark(graded.students[0], LAYER_NORM)
    empty = "not here" if status == IN_TIME else "nothing handed in"
    assert mark.status == ("not understood" if name == "x.md" else empty)
    assert ("nothing of theirs is here" in said(graded)) == (mark.status == "not here")
    assert ("Folders without a file" in said(graded)) == (mark.status == "nothing handed in")


@pytest.mark.parametrize("status", [IN_TIME, "Draft (not submitted) - 2 hours late"])
def test_drafts_are_named(tmp_path, status):
    graded, *_ = of_a_class(tmp_path, ["Ada"], status)
    assert ("and not submitted, are marked as if they were: of Ada_12." in said(graded)) == (
        status != IN_TIME
    )


@pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes")
def test_a_class_is_graded_by_the_worksheet_s_times(tmp_path):
    path = tmp_path / "submissions/Ada_12_assignsubmission_file/layer_norm.py"
    path.parent.mkdir(parents=True)
    path.write_bytes(LAYER_NORM.solution.read_bytes())
    worksheet, stated = tmp_path / "worksheet.csv", tmp_path / "week1.toml"
    row = f'Participant 12,Ada,{LATER},-,10.00,"Saturday, 7 November 2026, 10:58 PM",-\n'
    worksheet.write_text(HEADER + row)
    stated.write_text(
        "due = 2026-11-05T23:59:00+01:00\n[late]\npercent_a_day = 10\n[weights]\nlayer_norm = 1\n"
    )
    out = tmp_path / "book"
    assert grade_class(tmp_path / "submissions", out, stated, worksheet, jobs=1) == 0
    assert "Participant 12,Ada" in (out / "moodle.csv").read_text().replace('"', "")
    assert '"8"' in (out / "moodle.csv").read_text()
    assert '"2026-11-07T22:58:00+01:00","Moodle","2","20"' in (out / "details.csv").read_text()
