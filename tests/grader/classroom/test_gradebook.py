"""Marks go into a gradebook, into what Canvas and Moodle import, and to each student."""

import csv
import html
import io
import json
import re
import shutil
import subprocess
import unicodedata
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from html.parser import HTMLParser
from importlib.util import find_spec
from urllib.parse import unquote
from zipfile import ZipFile

import pytest

from normbook.grader import find
from normbook.grader.classroom.alike import alike
from normbook.grader.classroom.answers import NotUnderstood, answers_in
from normbook.grader.classroom.assignment import Assignment, LatePolicy, number
from normbook.grader.classroom.grade import files_of, grade_class
from normbook.grader.classroom.gradebook import UNCLEAR, Gradebook, write_files
from normbook.grader.classroom.handback import moodle_folders
from normbook.grader.classroom.layouts import Student, find_places
from normbook.grader.classroom.notices import notices, remarks
from normbook.grader.classroom.page import anonymous, failing_checks, misconceptions
from normbook.grader.classroom.people import with_roster, without_roster
from normbook.grader.classroom.roster import Person, RosterError, read_columns, read_roster
from normbook.grader.classroom.spreadsheet import as_csv
from normbook.grader.classroom.submissions import HandedIn, Loose, Submission, Work
from normbook.grader.fence.sandbox import AVAILABLE
from normbook.grader.verdict.errors import UserError
from normbook.grader.verdict.grade import grade_file
from normbook.grader.verdict.load import UNCOMPARED
from normbook.grader.verdict.text import as_html

LAYER_NORM, STANDARDIZE = find("layer_norm"), find("standardize")
DUE = datetime(2026, 12, 1, 12, tzinfo=UTC)
needs_fork = pytest.mark.skipif(not AVAILABLE, reason="this system cannot fork processes")
needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="there is no PyTorch")
OFFICE = shutil.which("soffice") or shutil.which("libreoffice")


def verdict(exercise, path):
    return grade_file(exercise, path).as_dict()


RIGHT = verdict(LAYER_NORM, LAYER_NORM.solution)
WRONG = verdict(LAYER_NORM, LAYER_NORM.mutants[0])
BUG = WRONG["findings"][0]


def handed_in(student, exercise, days=0, told_by="Git"):
    time = HandedIn(DUE + timedelta(days=days), told_by)
    return Submission(student, exercise, b"", f"{exercise.slug}.py", time)


ADA = Student("Lovelace Ada_12", "Lovelace Ada", "Moodle", "12")
BOB = Student("bob_34", "bob", "Canvas", "34")
CAT, DAN, EVE = (Student(name, name) for name in ("cat", "dan", "eve"))
WORKS = [
    Work(ADA, (handed_in(ADA, LAYER_NORM), handed_in(ADA, STANDARDIZE, days=1))),
    Work(BOB, (handed_in(BOB, LAYER_NORM, days=9, told_by="the file"),)),
    Work(CAT, (), (NotUnderstood("hw.rar", "expected .py"),)),
    Work(DAN),
    Work(
        EVE,
        (handed_in(EVE, LAYER_NORM),),
        (NotUnderstood("standardize.py", "cannot be read", STANDARDIZE),),
        ("a.py counts, as the last changed, and not b.py",),
    ),
]
VERDICTS = {
    (ADA.key, "layer_norm"): RIGHT,
    (ADA.key, "standardize"): verdict(STANDARDIZE, STANDARDIZE.solution),
    (BOB.key, "layer_norm"): WRONG,
    (EVE.key, "layer_norm"): WRONG,
}
ASSIGNMENT = Assignment(
    {LAYER_NORM: Fraction(2), STANDARDIZE: Fraction(1)},
    "Week 1",
    due=DUE,
    late=LatePolicy(percent_a_day=Fraction(10)),
)


@pytest.fixture
def book():
    return Gradebook(ASSIGNMENT, WORKS, VERDICTS, without_roster(WORKS).people)


def parsed(text):
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def table(text):
    header, *rows = parsed(text)
    return [dict(zip(header, row, strict=True)) for row in rows]


# ---- marks ----


def test_a_status_tells_nothing_from_not_understood_from_0(book):
    statuses = {
        student.key: [book.mark(student, each).status for each in book.exercises]
        for student in book.students
    }
    assert statuses == {
        ADA.key: ["pass", "pass"],
        BOB.key: ["fail", "nothing handed in"],
        "cat": ["not understood", "not understood"],
        "dan": ["nothing handed in", "nothing handed in"],
        "eve": ["fail", "not understood"],
    }
    assert [book.is_complete(student) for student in book.students] == [
        True,
        True,
        False,
        True,
        False,
    ]
    assert book.mark(CAT, LAYER_NORM).reason == "hw.rar: expected .py"


def test_points_are_weighed_and_lateness_is_taken_off(book):
    assert book.possible == 2 * LAYER_NORM.points + STANDARDIZE.points
    assert book.mark(ADA, LAYER_NORM).points == 20
    assert book.mark(ADA, STANDARDIZE).points == STANDARDIZE.points * Fraction(9, 10)
    assert book.total(ADA) == 20 + STANDARDIZE.points * Fraction(9, 10)
    assert book.mark(BOB, LAYER_NORM).points == 2 * WRONG["points"]
    assert book.mark(BOB, LAYER_NORM).late == "?"


def test_who_earns_all_has_all_whatever_parts_are_rounded_to():
    three = [LAYER_NORM, STANDARDIZE, find("rms_norm")]
    weights = {each: Fraction(1, each.points) for each in three}
    work = Work(ADA, tuple(handed_in(ADA, each) for each in three))
    verdicts = {(ADA.key, each.slug): verdict(each, each.solution) for each in three}
    stated = Assignment(weights, points=Fraction(20))
    book = Gradebook(stated, [work], verdicts, without_roster([work]).people)
    _, row = table(files_of(book)["gradebook.csv"])
    assert (row["layer_norm"], row["rms_norm"], row["total"]) == ("6.67", "6.67", "20")


# ---- CSV ----


def test_the_gradebook_has_points_possible_statuses_and_lateness(book):
    possible, ada, bob, cat, _, eve = table(files_of(book)["gradebook.csv"])
    assert possible["student"] == "points possible"
    assert (possible["layer_norm"], possible["total"]) == ("20", number(book.possible))
    assert ada["standardize: status"] == "pass"
    assert ada["standardize: days late"] == "1"
    assert ada["layer_norm: days late"] == ""
    assert bob["layer_norm: days late"] == "?"
    assert (cat["total"], cat["layer_norm: status"]) == ("", "not understood")
    assert (eve["layer_norm"], eve["standardize"], eve["total"]) == (
        number(2 * WRONG["points"]),
        "",
        "",
    )
    assert cat["notes"] == "hw.rar: expected .py"
    assert eve["notes"].endswith("not b.py")


def test_the_details_say_what_points_came_from(book):
    rows = {(row["student"], row["exercise"]): row for row in table(files_of(book)["details.csv"])}
    assert len(rows) == 10
    late = rows[ADA.key, "standardize"]
    assert late["handed in"] == "2026-12-02T12:00:00+00:00"
    assert (late["time from"], late["days late"], late["percent deducted"]) == ("Git", "1", "10")
    assert late["points before"] == f"{STANDARDIZE.points} of {STANDARDIZE.points}"
    assert rows[BOB.key, "layer_norm"]["time from"] == "the file"
    assert rows["eve", "standardize"]["reason"] == "standardize.py: cannot be read"


def test_all_times_of_the_details_are_of_the_zone_of_the_due_date(book):
    due = book.assignment.due.astimezone(timezone(timedelta(hours=1)))
    book = replace(book, assignment=replace(book.assignment, due=due))
    times = {row["handed in"][19:] for row in table(files_of(book)["details.csv"])}
    assert times == {"", "+01:00"}


def test_every_field_is_quoted_and_no_separator_takes_one_apart():
    line = as_csv([["anna;=1+1", 'say "3"', "a,b\tc", "2.5"]])
    assert line == '"anna;=1+1","say ""3""","a,b\tc","2.5"\r\n'


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        *((0, "0"), (10, "10"), (100, "100"), (Fraction(5, 2), "2.5"), (Fraction(1, 3), "0.33")),
        *((Fraction(1, 200), "0.01"), (Fraction(249, 50000), "0"), (Fraction(2001, 20), "100.05")),
    ],
)
def test_numbers_are_as_short_as_they_can_be(points, shown):
    assert number(Fraction(points)) == shown


def test_json_has_it_all(book):
    found = json.loads(files_of(book)["gradebook.json"])
    assert (found["title"], found["due"]) == ("Week 1", "2026-12-01T12:00:00+00:00")
    ada = found["students"][0]["attempts"]["standardize"]
    assert (ada["days_late"], ada["percent_deducted"], ada["time_from"]) == (1, 10, "Git")
    assert found["students"][4]["not_understood"] == {"standardize.py": "cannot be read"}
    assert found["students"][4]["complete"] is False


# ---- Canvas and Moodle ----

ROSTER = [
    Person("Ada Lovelace", "", "1", "S1", "ada", "A", "12", "ada@x.org", "77"),
    Person("Bob", canvas_id="34", participant="35"),
    Person("Cat", "cat", sis_login_id="c", id_number="78"),
    Person("Dan", "dan", canvas_id="36", email="dan@x.org"),
    Person("Eve", "eve"),
    Person("Fay", canvas_id="37"),
]


@pytest.fixture
def course():
    known = with_roster(WORKS, ROSTER)
    return Gradebook(ASSIGNMENT, known.works, VERDICTS, known.people)


def test_canvas_gets_its_columns_and_no_grade_of_what_was_not_understood(course):
    text = files_of(course)["canvas.csv"]
    assert parsed(text)[0] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Week 1"]
    assert parsed(text)[1] == ["    Points Possible", "", "", "", "", number(course.possible)]
    rows = {row["Student"]: row for row in table(text)[1:]}
    assert rows.keys() == {"Ada Lovelace", "Bob", "Cat", "Dan", "Fay"}
    ada = rows["Ada Lovelace"]
    assert (ada["ID"], ada["SIS User ID"], ada["SIS Login ID"], ada["Section"]) == (
        "1",
        "S1",
        "ada",
        "A",
    )
    assert ada["Week 1"] == number(course.total(ADA))
    assert rows["Cat"]["Week 1"] == ""
    assert (rows["Dan"]["Week 1"], rows["Fay"]["Week 1"]) == ("0", "0")


def test_canvas_gets_the_assignment_s_column_as_its_own_export_calls_it(tmp_path):
    roster = tmp_path / "canvas.csv"
    roster.write_text(
        "Student,ID,Section,Week 10 (7),week 1 (123),Week 1 Final Score\nBob,34,A,,,\n"
    )
    works = with_roster(WORKS, read_roster(roster))
    book = Gradebook(ASSIGNMENT, WORKS, VERDICTS, works.people, read_columns(roster))
    assert parsed(files_of(book)["canvas.csv"])[0][-1] == "week 1 (123)"


IN_CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section"


@pytest.fixture
def told(tmp_path):
    """Give a function that returns what is said where the roster is this table."""

    def read(*lines):
        roster = tmp_path / "canvas.csv"
        roster.write_text("".join(f"{line}\n" for line in lines))
        known = with_roster(WORKS, read_roster(roster))
        book = Gradebook(ASSIGNMENT, WORKS, VERDICTS, known.people, read_columns(roster))
        return "\n".join(notices(book, [], files_of(book)))

    return read


def test_the_assignment_that_canvas_would_change_is_named(told):
    said = told(f"{IN_CANVAS},Week 10 (7),week  1 (123)", "Bob,34,,,A,,")
    assert "Importing canvas.csv changes the grades of “week  1 (123)” in Canvas." in said


def test_an_assignment_that_canvas_has_not_is_told_with_those_that_it_has(told):
    new = "no column “Week 1”: importing canvas.csv makes a new assignment of that name in Canvas."
    named = f"{new} If it is there already, write its name into assignment.toml, as title: "
    said = told(f"{IN_CANVAS},Week 10 (7),Week 1: norms (8),Final Score", "Bob,34,,,A,,,")
    assert f"{named}“Week 10”, “Week 1: norms”." in said
    many = ",".join(f"Quiz {n} ({n})" for n in range(22))
    assert "“Quiz 19”, and 2 more." in told(f"{IN_CANVAS},{many}", "Bob,34,,,A")
    said = told(IN_CANVAS, "Bob,34,,,A")
    assert new in said
    assert named not in said
    assert "Importing canvas.csv" not in told("Name,ID", "Bob,34")
    assert "importing canvas.csv" not in told("Name,ID", "Bob,34")


@pytest.mark.parametrize(
    ("possible", "advice"),
    [
        ("10.0", "points = 10 in assignment.toml makes the two alike"),
        ("10,00", "points = 10 in assignment.toml makes the two alike"),
        ("0", " there would make the two alike"),
        ("", None),
        ("its own", None),
    ],
)
@pytest.mark.parametrize("between", [(), (",,,,,Manual Posting",)])
def test_other_points_possible_in_canvas_are_told(told, book, possible, advice, between):
    if possible == "its own":
        possible = number(book.possible)
    points = f'    Points Possible,,,,,"{possible}"'
    said = told(f"{IN_CANVAS},Week 1 (123)", *between, points, "Bob,34,,,A,")
    assert ("Canvas's points possible are" in said) == (advice is not None)
    assert (advice or "") in said


def test_what_canvas_and_moodle_look_up_is_not_changed_to_be_no_formula(book):
    person = Person("=1+1", canvas_id="7", sis_login_id="@ada", section="-A", email="+a@b.c")
    stated = replace(book.assignment, title="HW 3 (late, +1 day)")
    ada = Student("=1+1", "=1+1")
    files = files_of(replace(book, assignment=stated, works=[Work(ada)], people={"=1+1": person}))
    header, _, canvas = parsed(files["canvas.csv"])
    assert header[-1] == "HW 3 (late, +1 day)"
    assert canvas[:5] == ["'=1+1", "7", "", "@ada", "-A"]
    assert parsed(files["moodle.csv"])[1][1:4] == ["'=1+1", "+a@b.c", ""]
    assert table(files["gradebook.csv"])[1]["SIS Login ID"] == "'@ada"


def test_canvas_would_take_it_as_its_importer_is_written(course):
    """As ``GradebookImporter`` reads a header: names in these places, ``Section`` the last."""
    header, second, *_ = parsed(files_of(course)["canvas.csv"])
    assert "Student" in header[0]
    assert "ID" in header[1]
    assert re.search(r"SIS\s+User\s+ID", header[2])
    assert re.search(r"SIS\s+Login\s+ID", header[3])
    assert "Section" in header[4]
    assert "Points Possible" in second[0]
    assert not files_of(course)["canvas.csv"].startswith("\ufeff")


def test_moodle_gets_its_columns(course):
    text = files_of(course)["moodle.csv"]
    rows = {row["Full name"]: row for row in table(text)}
    assert rows.keys() == {"Ada Lovelace", "Bob", "Cat", "Dan"}
    ada = rows["Ada Lovelace"]
    assert (ada["Identifier"], ada["Email address"], ada["ID number"]) == (
        *("Participant 12", "ada@x.org", "77"),
    )
    assert ada["Grade"] == number(course.total(ADA))
    assert {"Identifier", "Grade", "Last modified (grade)"} <= ada.keys()
    assert rows["Cat"]["Grade"] == ""


def test_without_a_roster_the_names_of_files_tell(book):
    files = files_of(book)
    assert [row[1] for row in parsed(files["canvas.csv"])[2:]] == ["34"]
    assert [row["Identifier"] for row in table(files["moodle.csv"])] == ["Participant 12"]
    text = "\n".join(notices(book, ["x.txt"], files))
    assert (
        "Not in canvas.csv, as nothing tells their number there: Lovelace Ada_12, cat, dan, eve"
        in text
    )
    assert "cat: hw.rar: expected .py" in text
    assert "Of 1 answer nothing but the file's own time" in text
    assert "Nobody's, as far as their names tell: x.txt" in text


def test_of_plain_folders_nothing_is_exported():
    works = [Work(DAN)]
    files = files_of(Gradebook(ASSIGNMENT, works, {}, without_roster(works).people))
    assert not {"canvas.csv", "moodle.csv"} & files.keys()


@pytest.mark.parametrize(
    ("maximum", "told"),
    [("10,00", True), ("10", True), ("", False), ("-", False), ("its own", False)],
)
def test_another_maximum_in_moodle_is_told_with_what_makes_them_alike(course, maximum, told):
    if maximum == "its own":
        maximum = number(course.possible)
    people = {**course.people, ADA.key: replace(course.people[ADA.key], maximum=maximum)}
    course = replace(course, people=people)
    text = "\n".join(notices(course, [], files_of(course)))
    assert ("points = 10 in assignment.toml makes the two alike" in text) == told


# ---- the roster ----


@pytest.fixture
def roster(tmp_path):
    def read(text):
        path = tmp_path / "people.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_roster(path)

    return read


def test_what_canvas_exports_is_a_roster(roster):
    assert roster(
        "\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Quiz (9)\n"
        '    Points Possible,,,,,10\n"Lovelace, Ada",1,S1,ada,A,\n'
    ) == [Person("Lovelace, Ada", "", "1", "S1", "ada", "A")]


def test_what_moodle_exports_is_a_roster(roster):
    worksheet = (
        'Identifier,"Full name","Email address",Status,Grade,"Maximum grade"\n'
        '"Participant 12",Ada Lovelace,a@x,,,"20,00"\n'
    )
    ada = Person("Ada Lovelace", participant="12", email="a@x", maximum="20,00")
    assert roster(worksheet) == [ada]
    for last in ("Surname", "Last name"):
        book = f"First name;{last};ID number;Email address\nAda;Lovelace;77;a@x\n"
        assert roster(book) == [Person("Ada Lovelace", email="a@x", id_number="77")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("head", ["", "sep=;\r\n", '"sep=;"\r\n'])
def test_what_excel_saves_is_a_roster(roster, encoding, head):
    text = f"{head}Identifier;Full name\r\nParticipant 7;Zoë Müller\r\n"
    (zoe,) = roster(text.encode(encoding))
    assert zoe == Person("Zoë Müller", participant="7")
    assert roster(text.replace(";", "\t").encode(encoding)) == [zoe]


def test_a_row_that_is_short_or_empty_is_no_error(roster):
    assert roster("folder,Name,ID\nada\n\n,,\nbob,Bob,2\n") == [
        Person(folder="ada"),
        Person("Bob", "bob", "2"),
    ]


@pytest.mark.parametrize("text", ["", "\n", "a,b\n1,2\n", "section\nA\n", b"\xff", b"\xff\xfe\0"])
def test_what_is_no_roster_is_refused(roster, text):
    with pytest.raises(
        RosterError, match=r"no column of names in .*people\.csv|people\.csv is no table"
    ):
        roster(text)


def test_moodle_s_participants_are_known_below_any_heading(roster):
    head = "Nummer;Vollständiger Name;Notiz"
    ada = Person("Ada Lovelace", participant="1001")
    assert roster(f"{head}\nTeilnehmer/in 1001;Ada Lovelace;a 3\n;;\n") == [ada]
    assert roster(f"{head}\nMatrikel 1001;Ada Lovelace;a 3\n") == [Person("Ada Lovelace")]


@pytest.mark.parametrize("quote", ['"', ""])
def test_a_table_saved_again_in_a_wrong_encoding_is_refused(roster, quote):
    head = f"{quote}\ufeffStudent{quote},ID,Section\n".encode().decode("cp1252")
    with pytest.raises(RosterError, match="saved again in a wrong encoding"):
        roster(f"{head}Ada,12,A\n")


@pytest.mark.parametrize(
    ("head", "word"),
    [
        ("ID;Vollständiger Name;E-Mail-Adresse;Bestwertung", "Teilnehmer/in "),
        ("ID;Vollständiger Name;E-Mail-Adresse;Bestwertung", "Teilnehmer/in"),
        ("ID;Vollständiger Name;E-Mail-Adresse;Bestwertung", "Studierende*r "),
        ("Identifiant;Nom complet;Adresse de courriel;Note maximale", "Participant "),
        ("Identificador;Nombre completo;Dirección de correo;Calificación máxima", "Participante "),
        ("Identificativo;Nome;Indirizzo email;Valutazione massima", "Partecipante "),
        ("Identificatie;Volledige naam;E-mailadres;Maximaal cijfer", "Deelnemer "),
        ("Идентификатор;Полное имя;Адрес электронной почты;Максимальная оценка", "Участник "),
        ("ID;フルネーム;メールアドレス;最大評点", "参加者"),
    ],
)
def test_moodle_s_worksheet_is_read_in_other_languages(roster, head, word):
    ada = Person("Ada Lovelace", participant="1001", email="a@x", maximum="20,00")
    assert roster(f"{head}\n{word}1001;Ada Lovelace;a@x;20,00\n") == [ada]


@pytest.mark.parametrize(
    ("column", "cell", "more"),
    [
        ("Identificativo", "Partecipante 1001", {"participant": "1001"}),
        ("Valutazione massima", "20,00", {"maximum": "20,00"}),
    ],
)
def test_beside_moodle_s_own_columns_a_first_name_is_the_whole(roster, column, cell, more):
    assert roster(f"{column};Nome;Stato\n{cell};Ada Lovelace;x\n") == [
        Person("Ada Lovelace", **more)
    ]


def test_an_id_is_moodle_s_by_its_word_alone(roster):
    (ada,) = roster("ID;Vollständiger Name\nTeilnehmer/in 1001;Ada\n")
    assert ada == Person("Ada", participant="1001")
    (bob,) = roster("ID;Name\ns1001;Bob\n")
    assert bob == Person("Bob", canvas_id="s1001")


@pytest.mark.parametrize(
    "head", ["Vorname;Nachname", "Prénom;Nom de famille", "Prénom;Nom", "Nom;Cognoms", "名;姓"]
)
def test_moodle_s_gradebook_is_read_in_other_languages(roster, head):
    assert roster(f"{head};ID\nAda;Lovelace;\n") == [Person("Ada Lovelace")]


def test_addresses_alone_may_be_names_of_folders(roster):
    assert roster("Email address\na@x\n") == [Person(email="a@x")]


@pytest.mark.parametrize(
    "head",
    [
        "Tunniste;Koko nimi;E-mail",
        "ID;Koko nimi;Bestwertung",
        "First name;Sukunimi",
    ],
)
def test_a_table_without_names_says_what_to_export(roster, head):
    columns = re.escape(head.replace(";", ", "))
    told = rf"no column of names in .*people\.csv \(its columns are {columns}\)\. Set Moodle's "
    with pytest.raises(RosterError, match=f"{told}language to English, and export again"):
        roster(f"{head}\n7;Ada;a@x\n")


def test_a_name_of_a_mac_is_the_same_name(tmp_path):
    name = "Zoë Schäfer"
    apart = unicodedata.normalize("NFD", name)
    for case, (folder, listed) in enumerate([(apart, name), (name, apart)]):
        below = tmp_path / str(case)
        (below / f"{folder}_1019_assignsubmission_file").mkdir(parents=True)
        (below / folder).mkdir()
        (tmp_path / "people.csv").write_text(f"Full name\n{listed}\n", encoding="utf-8")
        places, _ = find_places(below, tmp_path / "book")
        works = [Work(place.student) for place in places if place.student.system]
        known = with_roster(works, read_roster(tmp_path / "people.csv"))
        assert known.notices == ()
        assert known.people == {f"{name}_1019": Person(name)}
        files = files_of(Gradebook(ASSIGNMENT, known.works, {}, known.people))
        assert f"feedback/{name}_1019.html" in files
        assert {place.student.key for place in places} == {name, f"{name}_1019"}


def people_of(works, people):
    known = with_roster(works, people)
    return {key: person.name for key, person in known.people.items()}, known


def test_folders_numbers_and_names_tell_who_is_who():
    names, known = people_of(WORKS, ROSTER)
    assert names == {
        ADA.key: "Ada Lovelace",
        BOB.key: "Bob",
        "cat": "Cat",
        "dan": "Dan",
        "eve": "Eve",
        "Fay": "Fay",
    }
    assert known.notices == ()
    assert [work.student.name for work in known.works][-3:] == ["Dan", "Eve", "Fay"]


def test_a_name_in_another_order_is_the_same_name():
    names, _ = people_of([Work(ADA)], [Person("Lovelace, Ada", canvas_id="1")])
    assert names == {ADA.key: "Lovelace, Ada"}


def test_who_could_be_two_is_nobody_s_guess():
    twins = [Person("Ada Lovelace", canvas_id="1"), Person("Ada Lovelace", canvas_id="2")]
    _, known = people_of([Work(ADA)], twins)
    assert known.notices[0] == "Lovelace Ada_12 could be several in the roster"
    assert not known.people[ADA.key].in_canvas
    assert len(known.works) == 3
    assert len({work.student.key for work in known.works}) == 3


def test_two_who_have_one_name_are_nobody_s_guess():
    other = Student("Ada Lovelace", "Ada Lovelace")
    _, known = people_of([Work(ADA), Work(other)], [Person("Lovelace, Ada", canvas_id="1")])
    assert len(known.notices) == 2
    assert not any(person.in_canvas for person in map(known.people.get, (ADA.key, other.key)))
    by_number = [Person("Lovelace, Ada", participant="12")]
    _, known = people_of([Work(ADA), Work(other)], by_number)
    assert known.people[ADA.key] == by_number[0]
    assert known.notices == ("Ada Lovelace could be several in the roster",)


def test_who_is_not_in_the_roster_is_named_and_graded():
    _, known = people_of([Work(DAN)], [Person("Fay", canvas_id="37")])
    assert known.notices == ("dan is nobody in the roster",)
    assert [work.student.key for work in known.works] == ["dan", "Fay"]


def test_who_is_not_in_the_roster_counts_in_no_statistics():
    works = [
        Work(DAN, (handed_in(DAN, LAYER_NORM),)),
        Work(EVE, (handed_in(EVE, LAYER_NORM),)),
    ]
    known = with_roster(works, [Person("eve")])
    verdicts = {(DAN.key, "layer_norm"): WRONG, (EVE.key, "layer_norm"): RIGHT}
    stated = Assignment({LAYER_NORM: Fraction(1)})
    book = Gradebook(stated, known.works, verdicts, known.people, notices=known.notices)
    page = files_of(book)["gradebook.html"]
    assert f"{stated.title}: 1 student<" in page
    assert "mean 10, median 10, best 10. Without 1 not in the roster." in page
    assert misconceptions(book) == []
    above, below = page.split("<h2>Marks</h2>")
    assert "dan" not in above
    assert "dan is nobody in the roster" in below


def test_of_many_the_first_are_named_and_where_the_others_stand():
    students = [Student(f"s{number:02}", f"s{number:02}") for number in range(12)]
    works = [Work(each, (handed_in(each, LAYER_NORM, 1, "the file"),)) for each in students]
    verdicts = {(each.key, "layer_norm"): RIGHT for each in students}
    book = Gradebook(ASSIGNMENT, works, verdicts, without_roster(works).people)
    (line,) = [each for each in notices(book, [], {}) if "nothing but the file's own" in each]
    assert line.endswith(
        "; ".join(f"s{number:02}" for number in range(10)) + "; and 2 more, in details.csv"
    )


def test_of_one_name_who_handed_nothing_in_are_numbered():
    people = [Person("Fay", canvas_id=number) for number in ("1", "2", "3")]
    _, known = people_of([], people)
    assert [work.student.key for work in known.works] == ["Fay", "Fay (2)", "Fay (3)"]


def exported(works, people, name):
    """Return the grades that a system imports, by the name of the student."""
    known = with_roster(works, people)
    verdicts = {(work.student.key, "layer_norm"): WRONG for work in works}
    assignment = Assignment({LAYER_NORM: Fraction(1)})
    book = Gradebook(assignment, known.works, verdicts, known.people)
    return book, table(files_of(book)[name])


def test_of_two_of_one_name_in_the_roster_neither_is_given_a_0():
    works = [Work(each, (handed_in(each, LAYER_NORM),)) for each in (DAN, EVE)]
    twins = [Person("Dan", canvas_id=id, participant=id) for id in ("1", "2")]
    people = [*twins, Person("Eve", canvas_id="3"), Person("Fay", canvas_id="4")]
    book, rows = exported(works, people, "canvas.csv")
    column = list(rows[0])[-1]
    grades = {row["ID"]: row[column] for row in rows[1:]}
    assert (grades["1"], grades["2"], grades["4"]) == ("", "", "0")
    assert grades["3"] != ""
    (unclear, *_) = [work for work in book.works if work.could_be]
    assert book.mark(unclear.student, LAYER_NORM).status == "unclear whose"
    assert book.mark(unclear.student, LAYER_NORM).reason == "it may lie in dan"
    assert not book.is_complete(unclear.student)
    assert "– <small>unclear whose</small>" in files_of(book)["gradebook.html"]
    page = files_of(book)[f"feedback/{unclear.student.key}.html"]
    assert "unclear whose" in page
    assert "dan" not in page
    grades = {row["Identifier"]: row["Grade"] for row in exported(works, people, "moodle.csv")[1]}
    assert grades["Participant 1"] == grades["Participant 2"] == ""


def test_while_a_folder_is_nobody_s_who_handed_nothing_in_has_no_0():
    stranger = Student("schmidt_anna", "schmidt_anna")
    works = [Work(each, (handed_in(each, LAYER_NORM),)) for each in (DAN, stranger)]
    people = [Person(name, canvas_id=name) for name in ("Dan", "Anna Schmidt", "Fay")]
    _, (_, *rows) = exported(works, people, "canvas.csv")
    assert {row["ID"]: list(row.values())[-1] != "" for row in rows} == {
        "Dan": True,
        "Anna Schmidt": False,
        "Fay": False,
    }
    _, known = people_of(works, people)
    assert known.notices[0] == "schmidt_anna is nobody in the roster"
    assert "no grade until that is clear: Anna Schmidt; Fay." in known.notices[1]


def test_while_a_file_does_not_say_whose_it_is_who_handed_nothing_in_has_no_0(tmp_path, capsys):
    text = LAYER_NORM.solution.read_text()
    for name in ("ada_12_345_layer_norm.py", "ada_12_67_890_layer_norm.py"):
        (tmp_path / name).write_text(text)
    (tmp_path / "slides.py").write_text("x = 1")
    people = tmp_path / "people.csv"
    people.write_text("Student,ID\nAda,12\nFay,37\n")
    assert grade_class(tmp_path, tmp_path / "book", roster=people, jobs=1) == 0
    _, *rows = table((tmp_path / "book" / "canvas.csv").read_text())
    assert [(row["ID"], list(row.values())[-1]) for row in rows] == [("12", "10"), ("37", "")]
    assert "no grade until that is clear: Fay." in capsys.readouterr().out
    (tmp_path / "ada_12_67_890_layer_norm.py").unlink()
    assert grade_class(tmp_path, tmp_path / "book", roster=people, jobs=1) == 0
    _, *rows = table((tmp_path / "book" / "canvas.csv").read_text())
    assert list(rows[1].values())[-1] == "0"


@pytest.mark.parametrize("name", ["bob", "Fay"])
def test_a_number_of_another_s_takes_nobody_s_grade(name):
    gone = Student(f"{name}_34", name, "Canvas", "34")  # has left the course, say
    works = [Work(gone, (handed_in(gone, LAYER_NORM),))]
    _, known = people_of(works, [Person("Fay", canvas_id="4"), Person("Gus", participant="34")])
    assert {work.student.key: work.could_be for work in known.works} == {
        gone.key: (),
        "Fay": (),
        "Gus": (gone.key,),
    }


def test_of_many_who_could_be_somebody_some_are_named():
    works = [Work(DAN, (handed_in(DAN, LAYER_NORM),))]
    _, known = people_of(works, [Person(f"Person {number}") for number in range(25)])
    assert "Person 19; and 5 more. A column" in known.notices[1]
    assert sum(bool(work.could_be) for work in known.works) == 25


def test_a_loose_file_holds_up_who_has_no_answer_to_what_it_may_answer():
    works = [Work(DAN, (handed_in(DAN, LAYER_NORM),)), Work(EVE, (handed_in(EVE, STANDARDIZE),))]
    people = [Person("Dan A", "dan"), Person("Eve B", "eve"), Person("Fay C"), Person("Gus D")]
    answered = [
        replace(work, submissions=(replace(*work.submissions, source=b"x"),)) for work in works
    ]
    verdicts = {
        ("dan", "layer_norm"): RIGHT,
        ("eve", "standardize"): VERDICTS[ADA.key, "standardize"],
    }
    held_up = {}
    for name in ("hw1.py", "hw1_Fay_C.py"):
        loose = [Loose(name, frozenset({LAYER_NORM}))]
        for known in (with_roster(answered, people, loose), without_roster(answered, loose)):
            book = Gradebook(ASSIGNMENT, known.works, verdicts, known.people)
            marks = {
                student.key: [book.mark(student, each).status for each in book.exercises]
                for student in book.students
            }
            held_up[name, len(marks)] = {key for key, status in marks.items() if UNCLEAR in status}
            assert not any(status[1] == UNCLEAR for status in marks.values())
            assert f"does not say whose: {name}. These" in known.notices[-1]
    assert held_up == {
        ("hw1.py", 4): {"eve", "Fay C", "Gus D"},
        ("hw1.py", 2): {"eve"},
        ("hw1_Fay_C.py", 4): {"Fay C"},
        ("hw1_Fay_C.py", 2): {"eve"},
    }


def test_one_folder_of_several_in_the_roster_is_a_group_s_and_each_has_its_marks():
    team = Student("team7_12", "team7", "Canvas", "12")
    work = Work(team, (replace(handed_in(team, LAYER_NORM), source=b"x"),))
    people = [
        Person("Ada L", canvas_id="12"),
        Person("Bob K", "team7_12", canvas_id="13"),
        Person("Cat M", canvas_id="14"),
    ]
    known = with_roster([work], people)
    assert known.notices == ()
    verdicts = {(team.key, "layer_norm"): RIGHT}
    book = Gradebook(ASSIGNMENT, known.works, verdicts, known.people)
    rows = {row["ID"]: row["Week 1"] for row in table(files_of(book)["canvas.csv"])[1:]}
    assert rows == {"12": "20", "13": "20", "14": "0"}
    assert alike(book) == []
    extensions = {"Bob K": DUE + timedelta(days=9)}
    late = replace(work, submissions=(handed_in(team, LAYER_NORM, days=1),))
    late = replace(late, submissions=(replace(*late.submissions, source=b"x"),))
    known = with_roster([late], people)
    book = Gradebook(
        replace(ASSIGNMENT, extensions=extensions), known.works, verdicts, known.people
    )
    assert [number(book.total(student)) for student in book.students] == ["18", "20", "0"]


@pytest.mark.parametrize("folder", ["Ada_12", "Ada_12_assignsubmission_file_"])
def test_a_folder_of_moodle_s_is_named_in_full_or_without_its_end(folder):
    ada = Student("Ada_12", "Ada", "Moodle", "12")
    known = with_roster([Work(ada)], [Person("Augusta King", folder, participant="99")])
    assert known.people == {"Ada_12": Person("Augusta King", folder, participant="99")}


@pytest.mark.parametrize("name", ["Student, Test", "Test Student"])
def test_canvas_s_test_student_counts_nowhere(name):
    test = Student("studenttest_9", "studenttest", "Canvas", "9")
    works = [Work(DAN), Work(test, (handed_in(test, LAYER_NORM),))]
    people = [Person("Dan", "dan"), Person(name, canvas_id="9", sis_login_id="e3b0")]
    assert [work.student.key for work in with_roster(works, people).works] == ["dan"]
    assert [work.student.key for work in with_roster(works[:1], people).works] == ["dan"]
    assert [work.student.key for work in without_roster(works).works] == ["dan"]
    assert with_roster(works[1:], people).knows_some
    real = [Person("Dan", "dan"), Person(name, canvas_id="9", sis_user_id="s9")]
    assert len(with_roster(works, real).works) == 2


@pytest.mark.parametrize("by", ["folder", "email", "name"])
def test_a_roster_of_thousands_is_read_at_once(by):
    count = 4_000
    works = [Work(Student(f"Ada {i}", f"Ada {i}")) for i in range(count)]
    people = [Person(**{"name": f"{i}, Ada", by: f"Ada {i}"}) for i in range(count)]
    known = with_roster(works, people)
    assert [known.people[work.student.key] for work in works] == people
    assert known.notices == ()


def test_the_roster_s_names_are_used_and_its_identifiers_stand_in_the_gradebook():
    ada = Student("lovelaceada_1", "lovelaceada", "Canvas", "1")
    works = [Work(ada, (), (NotUnderstood("hw.rar", "expected .py"),)), Work(DAN)]
    known = with_roster(works, [ROSTER[0], Person("Dan", "dan", sis_user_id="S9")])
    book = Gradebook(ASSIGNMENT, known.works, {}, known.people)
    files = files_of(book)
    _, first, second = table(files["gradebook.csv"])
    assert (first["student"], first["name"]) == (ada.key, "Ada Lovelace")
    assert list(first)[:8] == [
        *("student", "name", "ID", "SIS User ID", "SIS Login ID", "Section", "Identifier"),
        "Email address",
    ]
    assert (first["ID"], first["SIS User ID"], second["SIS User ID"]) == ("1", "S1", "S9")
    called = "Ada Lovelace (lovelaceada_1)"
    assert f"<p>{called}: " in files["feedback/lovelaceada_1.html"]
    assert files["gradebook.html"].count(called) == 2
    assert f"  {called}: hw.rar: expected .py" in list(notices(book, [], files))


def test_a_mark_that_canvas_has_stays_where_ours_is_open(roster, tmp_path):
    known = with_roster(
        WORKS[2:4],
        roster(
            "Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (9)\n"
            "    Points Possible,,,,,30\nCat,1,,cat,,7.5\nDan,2,,dan,,9\n"
        ),
    )
    columns = read_columns(tmp_path / "people.csv")
    book = Gradebook(ASSIGNMENT, known.works, {}, known.people, columns)
    files = files_of(book)
    assert {row["ID"]: row["Week 1 (9)"] for row in table(files["canvas.csv"])[1:]} == {
        "1": "7.5",
        "2": "0",
    }
    line = "Kept in canvas.csv as Canvas has them, as these marks are open here: Cat (cat) (7.5)"
    assert line in list(notices(book, [], files))
    assert line in files["gradebook.html"]


def in_canvas(late=None, percent=10, due=DUE):
    """Return the gradebook of one who handed in one of two exercises to Canvas."""
    given = Submission(BOB, LAYER_NORM, b"x", "layer_norm.py", HandedIn(None, "Canvas", late))
    policy = LatePolicy(percent_a_day=Fraction(percent))
    stated = replace(ASSIGNMENT, due=due, late=policy)
    works = [Work(BOB, (given,))]
    verdicts = {(BOB.key, "layer_norm"): RIGHT}
    return Gradebook(stated, works, verdicts, without_roster(works).people)


def test_what_canvas_marks_late_counts_as_one_day_and_all_pages_say_so():
    book = in_canvas(late=True)
    files = files_of(book)
    assert book.total(BOB) == 18
    assert "late, counted as 1 day" in files["gradebook.html"]
    page = files["feedback/bob_34.html"]
    assert "late (Canvas does not tell by how much, and 1 day is counted), which costs 10" in page
    possible, _ = table(files["gradebook.csv"])
    assert possible["notes"].startswith("1 below days late: of what Canvas marked as late")
    said = "\n".join(notices(book, [], files))
    assert "Canvas marked 1 answer as late, against its own due date" in said
    assert "Let Canvas's own late policy be off" in said
    assert "own late policy" in files["gradebook.html"]
    free = in_canvas(late=True, percent=0)
    assert "own late policy" not in "\n".join(notices(free, [], files_of(free)))


def test_that_nothing_is_late_for_want_of_a_due_date_is_said():
    said = "There is no due in assignment.toml: nothing counts as late, and percent_a_day costs"
    for due, percent, told in ((None, 10, True), (None, 0, False), (DUE, 10, False)):
        book = in_canvas(late=True, percent=percent, due=due)
        assert (said in "\n".join(notices(book, [], files_of(book)))) == told


def test_who_handed_in_a_part_may_have_handed_in_more_with_an_earlier_attempt():
    said = [line for line in notices(in_canvas(), [], {}) if "earlier download" in line]
    assert len(said) == 1
    assert said[0].startswith("Some exercises were handed in to Canvas, and others not, by bob_34.")
    assert "unpack this one over it, into the same folder" in said[0]


def test_who_gets_a_0_in_canvas_for_want_of_anything_is_named_with_what_an_extension_needs():
    people = [Person("Bob", canvas_id="34"), Person("Ing", canvas_id="35")]
    known = with_roster([WORKS[1]], people)
    graded = Gradebook(ASSIGNMENT, known.works, VERDICTS, known.people)
    (said,) = [line for line in remarks(graded, [], files_of(graded)) if "extension" in line]
    assert said.startswith("Nothing of these is here, and canvas.csv gives them a 0: Ing. ")
    assert not any("Nothing of these" in line for line in remarks(graded, [], {}))
    early = replace(graded, at=DUE - timedelta(days=1))
    assert not any("Nothing of these" in line for line in remarks(early, [], files_of(early)))


def test_a_group_too_may_have_handed_in_more_to_canvas_with_an_earlier_attempt():
    group = Student("projectgroup7_12300", "projectgroup7", "Canvas", "12300")
    works = [Work(group, (handed_in(group, LAYER_NORM),))]
    roster = [Person(name, group.key, number) for name, number in (("Ann", "1"), ("Ben", "2"))]
    known = with_roster(works, roster)
    book = Gradebook(ASSIGNMENT, known.works, {(group.key, "layer_norm"): RIGHT}, known.people)
    (said,) = [line for line in notices(book, [], {}) if "earlier download" in line]
    assert "and others not, by Ann; Ben." in said


def test_of_who_handed_in_all_to_canvas_or_a_part_to_moodle_that_is_not_said():
    works = [
        Work(BOB, (handed_in(BOB, LAYER_NORM), handed_in(BOB, STANDARDIZE))),
        Work(ADA, (handed_in(ADA, LAYER_NORM),)),
    ]
    verdicts = {**VERDICTS, (BOB.key, "standardize"): VERDICTS[ADA.key, "standardize"]}
    book = Gradebook(ASSIGNMENT, works, verdicts, without_roster(works).people)
    assert not any("earlier download" in line for line in notices(book, [], {}))


def test_what_is_said_of_the_class_stands_on_its_page_too():
    known = with_roster(WORKS, [Person("Fay", canvas_id="37")])
    book = Gradebook(ASSIGNMENT, known.works, VERDICTS, known.people, notices=known.notices)
    page = files_of(book, strays=["x.txt"])["gradebook.html"]
    listed = page.partition("<h2>To look at</h2>")[2].partition("</ul>")[0]
    assert "<li>cat is nobody in the roster</li>" in listed
    assert "Nobody&#x27;s, as far as their names tell: x.txt" in listed


@needs_fork
def test_a_branch_with_what_is_missing_is_named(book):
    works = [replace(WORKS[3], branches=("origin/solution has layer_norm",))]
    told = "and other branches have what is missing there: dan: origin/solution has layer_norm. "
    graded = replace(book, works=works)
    assert told in "\n".join(notices(graded, [], {}))
    assert told in files_of(graded)["gradebook.html"]
    assert "other branches" not in "\n".join(notices(book, [], {}))


def test_a_table_of_others_is_refused(tmp_path):
    folder = class_of(tmp_path / "wk1", ["ada"])
    people = tmp_path / "people.csv"
    people.write_text("Name,Matrikel\nJan,1\n")
    with pytest.raises(RosterError, match=r"people\.csv has nobody of those who handed something"):
        grade_class(folder, tmp_path / "book", roster=people, jobs=1)
    assert not (tmp_path / "book").exists()
    people.write_text("Name,Matrikel\nAda,1\n")
    assert grade_class(folder, tmp_path / "book", roster=people, jobs=1) == 0


def test_of_anonymous_students_no_roster_knows_anybody_and_that_refuses_none():
    hidden = Student("anon_aB3dE", "anon_aB3dE", "Canvas", "anon_aB3dE")
    assert with_roster([Work(hidden)], ROSTER).knows_some
    assert not with_roster([Work(hidden), Work(Student("gus", "gus"))], ROSTER).knows_some


def test_a_roster_with_two_columns_of_names_is_canvas_s_too(roster):
    assert roster(
        "LastName,FirstName,ID,SIS User ID,Section,Quiz (9)\n"
        "    Points Possible,,,,,10\nO'Brien,Siobhán,12,s12,A,\n"
    ) == [Person("Siobhán O'Brien", canvas_id="12", sis_user_id="s12", section="A")]


def test_an_empty_folder_that_is_nobody_s_takes_nobody_s_grade():
    works = [Work(DAN, (handed_in(DAN, LAYER_NORM),)), Work(Student("slides", "slides"))]
    people = [Person("Dan", canvas_id="1"), Person("Fay", canvas_id="2")]
    _, rows = exported(works, people, "canvas.csv")
    assert [list(row.values())[-1] for row in rows if row["ID"] == "2"] == ["0"]


# ---- pages ----


class Checked(HTMLParser):
    """Collects what a page would fetch or run."""

    def __init__(self, text):
        super().__init__()
        self.fetched = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        names = dict(attributes)
        if tag in {"script", "link", "img", "iframe"} or names.keys() & {
            "src",
            "onerror",
            "onload",
        }:
            self.fetched.append(tag)


def test_the_class_s_page_shows_what_went_wrong_and_for_how_many(book):
    (found,) = misconceptions(book)
    assert found.students == {BOB.key, "eve"}
    assert found.explanation == BUG["explanation"]
    assert [label for label, _ in found.example] == ["call", "received", "expected"]
    page = files_of(book)["gradebook.html"]
    assert "<b>2 × " in page
    for label, text in found.example:
        assert f"<dt>{label}</dt><dd><code>{html.escape(text)}</code></dd>" in page
    assert "<tr><th scope='col'>exercise</th><th scope='col'>answers</th>" in page
    part = page.partition("What the class got wrong")[2].partition("<h2>Marks")[0]
    assert not any(student.key in part for student in (ADA, BOB))
    assert failing_checks(book) == []  # what is known explains them all
    assert "not all is graded" in page


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("raise ValueError('I am Dora Maar')", "where a result is expected: ValueError."),
        ("class DoraMaar(Exception): ...\n    raise DoraMaar('Dora')", "expected: Exception."),
        ("class DoraMaar: ...\n    return DoraMaar()", "returns no result that can be checked."),
        (
            "import numpy\n    numpy.ones((2, 3)) @ numpy.ones((2, 3))  # Dora",
            "here they have 3 and 2 numbers.",
        ),
        ("print('I am Dora Maar')\n    return x * 0", None),
        ("return {'Dora': 3}", None),
    ],
)
def test_what_the_class_got_wrong_has_no_word_that_a_student_wrote(tmp_path, line, told):
    path = tmp_path / "layer_norm.py"
    path.write_text(f"def layer_norm(x, *a, **k):\n    {line}\n")
    graded = verdict(LAYER_NORM, path)
    works = [Work(EVE, (handed_in(EVE, LAYER_NORM),))]
    verdicts = {(EVE.key, "layer_norm"): graded}
    book = Gradebook(ASSIGNMENT, works, verdicts, without_roster(works).people)
    page, _, marks = files_of(book)["gradebook.html"].partition("<h2>Marks")
    assert "Dora" not in page
    assert ("Did not run" in marks) == ("raise" in line or "class" in line or "@" in line)
    if told:
        assert told in page


def test_of_other_arguments_the_class_reads_the_task_s_and_their_student_both(tmp_path):
    source = "def layer_norm(x, Dora=None):\n    return x - x.mean()\n"
    graded = graded_source(tmp_path, LAYER_NORM, source)
    files = files_of(book_with([graded]))
    told = "other arguments than its task asks for: the task has <code>layer_norm(x, normalized_s"
    assert told in files["gradebook.html"]
    assert "Dora" not in files["gradebook.html"].partition("<h2>Did not run")[0]
    assert "Yours is <code>layer_norm(x, Dora=None)" in files[f"feedback/{BOB.key}.html"]


def test_what_an_answer_should_have_is_no_student_s_own_word():
    call, expected = ("call", "f('pre')"), ("expected", "{'pre': 1, 'post': 2}")
    for received, kept in (("{'post': 1, 'pre': 2}", True), ("{'post': 1, 'anna': 2}", False)):
        evidence = (call, ("received", received), expected)
        assert anonymous([*evidence, ("printed", "anna")]) == (evidence if kept else ())


def test_checks_that_nothing_known_explains_are_listed(book):
    name = BUG["checks"][0]
    odd = {**WRONG, "findings": [{**BUG, "checks": BUG["checks"][1:]}]}
    strange = {**WRONG, "findings": []}
    verdicts = {**VERDICTS, (BOB.key, "layer_norm"): odd, ("eve", "layer_norm"): strange}
    book = Gradebook(ASSIGNMENT, WORKS, verdicts, without_roster(WORKS).people)
    first, second, *_ = failing_checks(book)
    sentence = name.removeprefix("test_").replace("_", " ")
    assert first == (2, LAYER_NORM.title, sentence)
    assert second[0] == 1
    assert sentence in files_of(book)["gradebook.html"]
    page = files_of(book)["gradebook.html"]
    assert Checked(page).fetched == []


def test_the_distribution_counts_every_student_of_whom_all_was_understood(book):
    page = files_of(book)["gradebook.html"]
    bars = re.findall(r"</th><td>(\d+)</td><td><span", page)
    assert (len(bars), sum(map(int, bars))) == (8, 3)
    assert "Without 2 of whom not all is graded." in page
    totals = [book.total(student) for student in (ADA, BOB, DAN)]
    assert f"mean {number(sum(totals) / 3)}, median {number(sorted(totals)[1])}" in page


def test_what_was_not_understood_is_no_answer_and_no_0(book):
    page = files_of(book)["gradebook.html"]
    row = page.partition(f"<th scope='row'>{STANDARDIZE.title}</th>")[2].partition("</tr>")[0]
    answers, solved, mean, possible, not_understood = re.findall(r"<td>(.*?)</td>", row)
    assert (answers, solved, not_understood) == ("1", "1", "2")
    assert mean == number(book.mark(ADA, STANDARDIZE).points)
    assert possible == number(book.assignment.possible[STANDARDIZE])


def test_a_stub_as_it_was_given_out_is_not_begun_and_no_mistake_of_the_class():
    stub = f"# my file\n{STANDARDIZE.stub}".encode()
    work = Work(DAN, (Submission(DAN, STANDARDIZE, stub, "standardize.py"),))
    graded = {(DAN.key, "standardize"): verdict(STANDARDIZE, STANDARDIZE.folder / "stub.py")}
    book = Gradebook(ASSIGNMENT, [work], graded, without_roster([work]).people)
    mark = book.mark(DAN, STANDARDIZE)
    assert (mark.status, mark.points) == ("not begun", 0)
    assert failing_checks(book) == misconceptions(book) == []
    assert "<td>0</td><td>0</td><td>0</td>" in files_of(book)["gradebook.html"]
    assert book.is_complete(DAN)


@pytest.mark.parametrize(
    ("seconds", "extension", "late", "told"),
    [
        (30, 0, {}, "handed in 1 December 12:00:30, due 1 December 12:00:00; each day begun costs"),
        (7200, 1, {}, "handed in 1 December 14:00, due 1 December 13:00; each day begun costs"),
        (60, 0, {"at_most_percent": Fraction(5)}, "each day begun costs 10 %, all together 5 % at"),
    ],
)
def test_who_is_late_reads_when_it_came_and_against_what(seconds, extension, late, told):
    came = HandedIn((DUE + timedelta(seconds=seconds)).astimezone(), "Git")
    work = Work(DAN, (Submission(DAN, LAYER_NORM, b"", "layer_norm.py", came),))
    stated = replace(
        ASSIGNMENT,
        late=LatePolicy(percent_a_day=Fraction(10), **late),
        extensions={DAN.key: DUE + timedelta(hours=extension)},
    )
    graded = {(DAN.key, "layer_norm"): RIGHT}
    book = Gradebook(stated, [work], graded, without_roster([work]).people)
    assert told in files_of(book)["feedback/dan.html"]


@pytest.mark.parametrize(
    ("weight", "points", "is_off"), [(1, 18, False), (1, 10, True), (2, 50, False)]
)
def test_where_points_do_not_add_up_rounding_is_named(weight, points, is_off):
    weights = {
        LAYER_NORM: Fraction(1),
        STANDARDIZE: Fraction(weight),
        find("rms_norm"): Fraction(1),
    }
    stated = replace(ASSIGNMENT, weights=weights, points=Fraction(points))
    book = Gradebook(stated, [Work(DAN)], {}, without_roster([Work(DAN)]).people)
    shown = sum(Fraction(number(each)) for each in stated.possible.values())
    assert (shown != points) == is_off
    files = files_of(book)
    for name in ("gradebook.html", "feedback/dan.html"):
        assert ("rounded to hundredths where they are shown" in files[name]) == is_off


def test_each_student_gets_a_page_of_their_own(book):
    files = {name: text for name, text in files_of(book).items() if name.startswith("feedback/")}
    assert list(files) == [f"feedback/{student.key}.html" for student in book.students]
    ada, bob, cat, dan, eve = files.values()
    came = "handed in 2 December 12:00, due 1 December 12:00; each day begun costs 10 %."
    assert f"1 day late (Git), which costs 10 %: {came}" in ada
    assert as_html(BUG["explanation"]) in bob
    assert "not understood: hw.rar: expected .py" in cat
    assert "nothing handed in" in dan
    assert "without what is not graded" in eve
    for name, text in files.items():
        others = [each.key for each in book.students if f"/{each.key}." not in name]
        assert not any(key in text for key in others if len(key) > 3)
        assert Checked(text).fetched == []


def test_names_of_pages_are_names_of_files_and_each_is_its_own(tmp_path):
    keys = ["../x", "a/b", "a_b", "A_B", ".hidden", "a\x1b[0mb", "x" * 300, "a\udcffb"]
    works = [Work(Student(key, key)) for key in keys]
    files = files_of(Gradebook(ASSIGNMENT, works, {}, without_roster(works).people))
    names = [name for name in files if name.startswith("feedback/")]
    assert len({name.casefold() for name in names}) == len(keys)
    write_files(tmp_path, files)
    assert len(list((tmp_path / "feedback").iterdir())) == len(keys)
    assert all("/" not in name.removeprefix("feedback/") for name in names)


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>'])
def test_nothing_that_students_wrote_is_html(text):
    student = Student(text, text)
    spoilt = {**WRONG, "overall": text, "findings": [{**BUG, "evidence": [["call", text]]}]}
    works = [
        Work(
            student,
            (Submission(student, LAYER_NORM, b"", text, HandedIn()),),
            (NotUnderstood(text, text, STANDARDIZE),),
            (text,),
        )
    ]
    verdicts = {(text, "layer_norm"): spoilt}
    files = files_of(Gradebook(ASSIGNMENT, works, verdicts, without_roster(works).people))
    pages = [text for name, text in files.items() if name.endswith(".html")]
    assert len(pages) == 2
    assert all(Checked(page).fetched == [] for page in pages)


# ---- what is shown of a mistake ----

OTHER = {**BUG, "bug": "another", "heading": "And besides", "explanation": "Another mistake."}


def wrong(*findings, received="[[1.0]]"):
    """Return a verdict with these findings, whose answer is longer than that of `WRONG`."""
    evidence = [["call", "layer_norm([[1.0]])"], ["received", received], ["expected", "[[0.0]]"]]
    return {**WRONG, "findings": [{**each, "evidence": evidence} for each in findings]}


def book_with(verdicts, exercise=LAYER_NORM):
    works = [Work(each, (handed_in(each, exercise),)) for each in (BOB, DAN, EVE)[: len(verdicts)]]
    graded = {
        (work.student.key, exercise.slug): each for work, each in zip(works, verdicts, strict=True)
    }
    stated = Assignment({exercise: Fraction(1)}, due=DUE)
    return Gradebook(stated, works, graded, without_roster(works).people)


def test_an_example_is_of_who_has_that_mistake_alone():
    both, alone = wrong(BUG, OTHER, received="[7]"), wrong(BUG, received="[[[NaN, NaN, NaN]]]")
    (first, second) = misconceptions(book_with([both, alone]))
    assert dict(first.example)["received"] == "[[[NaN, NaN, NaN]]]"
    assert second.example == (("call", "layer_norm([[1.0]])"), ("expected", "[[0.0]]"))
    assert "[7]" not in files_of(book_with([both, alone]))["gradebook.html"]


# ---- what did not run ----


def graded_source(tmp_path, exercise, source):
    path = tmp_path / f"{exercise.slug}.py"
    path.write_text(source)
    return verdict(exercise, path)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def layer_norm(x:\n", "layer_norm.py, line 1: '(' was never closed:  def layer_norm(x:"),
        ("from scipy import *\n", "layer_norm.py, line 1: ModuleNotFoundError: This exercise has "),
        ("n = input()\n", "layer_norm.py, line 1: EOFError: input() finds nobody here."),
        (
            "def layer_norm(x, *a, **k):\n    return input()\n",
            "layer_norm.py, line 2: EOFError: input() finds nobody here.",
        ),
        ("def norm(x):\n    return x\n", "layer_norm.py defines no 'layer_norm'."),
    ],
)
def test_what_did_not_run_is_listed_with_the_reason(tmp_path, monkeypatch, source, reason):
    monkeypatch.setattr("sys.stdin", io.StringIO())  # pytest's own raises another exception
    graded = graded_source(tmp_path, LAYER_NORM, source)
    files = files_of(book_with([graded, RIGHT, WRONG]))
    (row, right, wrong) = table(files["details.csv"])
    assert row["status"] == "error"
    assert row["reason"].startswith(reason)
    assert (right["reason"], wrong["reason"]) == ("", "")
    listed = files["gradebook.html"].partition("<h2>Did not run</h2>")[2].partition("</ul>")[0]
    assert f"<li><b>{BOB.key}</b>: {LAYER_NORM.title}: {html.escape(reason)}" in listed
    assert listed.count("<li>") == 1


@pytest.mark.parametrize(
    ("source", "place", "is_told"),
    [
        ("from scipy import *\n", "week1.ipynb", True),
        ("from scipy import *\n", "exercises/layer_norm.py", False),
        (LAYER_NORM.solution.read_text(), "week1.ipynb", False),
    ],
)
def test_whose_lines_are_counted_is_told_where_the_file_has_another_name(
    tmp_path, source, place, is_told
):
    submission = replace(handed_in(BOB, LAYER_NORM), place=place)
    graded = {(BOB.key, LAYER_NORM.slug): graded_source(tmp_path, LAYER_NORM, source)}
    works = [Work(BOB, (submission,))]
    book = Gradebook(
        Assignment({LAYER_NORM: Fraction(1)}), works, graded, without_roster(works).people
    )
    told = "Lines of layer_norm.py are those of what was graded of week1.ipynb."
    assert (told in files_of(book)[f"feedback/{BOB.key}.html"]) is is_told


def test_a_page_of_feedback_says_where_a_file_stops_below_what_is_graded(tmp_path):
    source = f"{LAYER_NORM.solution.read_text()}\nassert False\n"
    book = book_with([graded_source(tmp_path, LAYER_NORM, source)])
    page = files_of(book)[f"feedback/{BOB.key}.html"]
    assert "10 of 10 points. Your file stops below what is graded. Take that out:" in page


def test_an_attempt_without_a_single_result_fails_no_check_for_other_reasons(tmp_path):
    checks = [{**each, "status": "timeout", "points": 0} for each in RIGHT["checks"]]
    unending = {**RIGHT, "status": "timeout", "points": 0, "checks": checks, "overall": "a loop"}
    book = book_with([unending])
    assert failing_checks(book) == []
    assert "Did not run" in files_of(book)["gradebook.html"]


def test_a_check_that_a_finding_stands_for_is_not_listed_again(tmp_path):
    source = "def layer_norm(x, *a, **k):\n    if x.ndim == 3:\n        raise SystemExit\n"
    graded = graded_source(tmp_path, LAYER_NORM, f"{source}    return x\n")
    assert len(misconceptions(book_with([graded]))) == 2
    stood_for = {name for finding in graded["findings"] for name in finding["checks"]}
    assert len(stood_for) == 8
    assert any(finding["first"] for finding in graded["findings"])
    assert failing_checks(book_with([graded])) == []


def test_a_list_for_an_array_is_one_mistake_and_no_exception(tmp_path):
    source = LAYER_NORM.solution.read_text().replace("def layer_norm", "def inner")
    source += "\n\ndef layer_norm(*a, **k):\n    return inner(*a, **k).tolist()\n"
    graded = graded_source(tmp_path, LAYER_NORM, source)
    assert {each["status"] for each in graded["checks"]} == {"fail"}
    assert graded["checks"][-1]["message"].startswith(f"{UNCOMPARED}: a list. AttributeError")
    (finding,) = graded["findings"]
    assert finding["explanation"] == "You return a list where an array is expected."
    assert finding["failing"].startswith("It shows in 8 more failing checks.")
    book = book_with([graded])
    assert failing_checks(book) == []
    assert "other reasons" not in files_of(book)["gradebook.html"]


def test_what_only_ends_the_program_is_no_misconception(tmp_path):
    source = "def layer_norm(*a, **k):\n    raise SystemExit\n"
    book = book_with([graded_source(tmp_path, LAYER_NORM, source)])
    assert misconceptions(book) == failing_checks(book) == []
    assert "line 2: SystemExit" in files_of(book)["gradebook.html"].partition("Did not run")[2]


def test_where_all_ran_nothing_is_listed(book):
    assert "Did not run" not in files_of(book)["gradebook.html"]


@needs_torch
def test_what_is_forbidden_is_told_in_its_own_words(tmp_path):
    exercise = find("layer_norm_module")
    source = (
        "from torch import nn\nclass LayerNorm(nn.Module):\n"
        "    def __init__(self, shape, **k):\n"
        "        super().__init__()\n        self.norm = nn.LayerNorm(shape)\n"
        "    def forward(self, x):\n        return self.norm(x)\n"
    )
    files = files_of(book_with([graded_source(tmp_path, exercise, source)], exercise))
    page = files["gradebook.html"]
    assert "<b>1 × LayerNorm as a module.</b> PyTorch&#x27;s layer_norm does what you are" in page
    assert "RuntimeError" not in page
    assert "ForbiddenError" not in page
    (row,) = table(files["details.csv"])
    assert row["reason"].startswith("layer_norm_module.py, line 7: PyTorch's layer_norm does what")


def test_what_only_says_that_it_is_forbidden_is_an_exception(tmp_path):
    source = "def layer_norm(*a, **k):\n    raise RuntimeError('PyTorch\\'s dora does what you')\n"
    (found,) = misconceptions(book_with([graded_source(tmp_path, LAYER_NORM, source)]))
    assert "dora" not in found.explanation


# ---- the marks lead on ----


def test_each_name_leads_to_its_page(tmp_path):
    works = [Work(Student(key, key)) for key in ("Zoë #1?", "a/b", "dan", "a&b")]
    files = files_of(Gradebook(ASSIGNMENT, works, {}, without_roster(works).people))
    marks = files["gradebook.html"].partition("<h2>Marks")[2].partition("</table>")[0]
    links = [unquote(html.unescape(each)) for each in re.findall(r'href="(.*?)"', marks)]
    assert links == [name for name in files if name.startswith("feedback/")]
    assert len(links) == 4


# ---- words ----


def test_what_is_not_known_is_explained_once(book):
    possible, *_ = table(files_of(book)["gradebook.csv"])
    assert possible["notes"].startswith("? below days late: nothing tells for certain")
    known = Gradebook(ASSIGNMENT, WORKS[:1], VERDICTS, without_roster(WORKS).people)
    assert table(files_of(known)["gradebook.csv"])[0]["notes"] == ""


def test_who_is_late_by_the_file_s_time_is_told_so():
    late = LatePolicy(percent_a_day=Fraction(10), by_file_times=True)
    work = Work(DAN, (handed_in(DAN, LAYER_NORM, days=1, told_by="the file"),))
    stated = Assignment({LAYER_NORM: Fraction(1)}, due=DUE, late=late)
    graded = {("dan", "layer_norm"): RIGHT}
    book = Gradebook(stated, [work], graded, without_roster([work]).people)
    assert "1 day late (by the file&#x27;s time), which" in files_of(book)["feedback/dan.html"]


@pytest.mark.parametrize(
    ("points", "steps"),
    [
        (None, ["0 to 2", "2 to 4", "4 to 6", "6 to 8", "8 to 10", "10 to 12", "12 to 13"]),
        (Fraction(5), ["0 to 0.5", "0.5 to 1", "1 to 1.5"]),
    ],
)
def test_steps_of_whole_points_are_whole(points, steps):
    stated = Assignment({LAYER_NORM: Fraction(1), STANDARDIZE: Fraction(1)}, points=points)
    assert LAYER_NORM.points + STANDARDIZE.points == 13
    book = Gradebook(stated, [Work(DAN)], {}, without_roster([Work(DAN)]).people)
    page = files_of(book)["gradebook.html"]
    found = re.findall(r"<th scope='row'>([\d.]+ to [\d.]+)</th>", page)
    assert found[: len(steps)] == steps
    assert len(found) == (10 if points else len(steps))


def test_one_is_one_and_several_are_several():
    page = files_of(book_with([RIGHT]))["gradebook.html"]
    assert ": 1 student</h1>" in page
    assert ": 2 students</h1>" in files_of(book_with([RIGHT, RIGHT]))["gradebook.html"]


def test_where_not_all_is_graded_there_is_no_total(book):
    page = files_of(book)["gradebook.html"]
    (row,) = [row for row in page.split("<tr>") if ">cat</a>" in row]
    assert "<b>–</b> <small>not all is graded</small>" in row
    assert "<b>0</b>" not in row


def test_a_file_that_cannot_be_read_is_named_once():
    (found,) = answers_in("standardize.py", "é".encode("latin-1"), [STANDARDIZE])
    assert str(found).startswith("standardize.py: it cannot be read: ")


# ---- in a spreadsheet ----


@pytest.mark.skipif(OFFICE is None, reason="there is no LibreOffice")
def test_libreoffice_opens_them_as_they_are_meant(tmp_path):
    names = ["=1+1", "anna;=1+1", "Zoë", 'say "3"', "a,b", "@SUM(A1)", "a\nb", "-1", "+1"]
    works = [Work(Student(name, name)) for name in names]
    people = {name: Person(name, canvas_id=str(i)) for i, name in enumerate(names)}
    files = files_of(Gradebook(ASSIGNMENT, works, {}, people))
    write_files(tmp_path, files)
    names = ("gradebook", "details", "canvas")
    command = [OFFICE, "--headless", f"-env:UserInstallation=file://{tmp_path}/profile"]
    command.append("--infilter=CSV:44,34,76")  # commas, quotes, UTF-8
    # Beyond separators and UTF-8: texts in quotes, numbers without.
    command += ["--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true"]
    command += ["--outdir", "out", *(f"{name}.csv" for name in names)]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=300)
    for name in names:
        opened = (tmp_path / "out" / f"{name}.csv").read_text(encoding="utf-8")
        assert parsed(opened) == parsed(files[f"{name}.csv"])
    assert ",20,,," in (tmp_path / "out" / "gradebook.csv").read_text(encoding="utf-8")


# ---- all together ----


@needs_fork
def test_an_assignment_and_a_roster_are_read_and_nothing_else_is_graded(tmp_path, capsys):
    folder, out = tmp_path / "submissions", tmp_path / "book"
    for name in ("layer_norm", "rms_norm"):
        (folder / "dan").mkdir(parents=True, exist_ok=True)
        (folder / "dan" / f"{name}.py").write_bytes(find(name).solution.read_bytes())
    (folder / "cat").mkdir()
    (folder / "cat" / "hw.rar").write_bytes(b"Rar!")
    (folder / "\x1b[2J\n::error::.py").write_bytes(b"")
    (folder / "assignment.toml").write_text("points = 5\n[weights]\nlayer_norm = 1\n")
    (tmp_path / "people.csv").write_text("folder,Name,ID\ndan,Dan,36\n,Fay,37\n")
    assert grade_class(folder, out, roster=tmp_path / "people.csv", jobs=1) == 0
    said = capsys.readouterr().out
    assert "\nWorth 5 points: layer_norm 5\n" in said
    assert "cat is nobody in the roster" in said
    assert "\x1b" not in said
    assert "\n::error::" not in said
    assert "cat: hw.rar: expected .py, .ipynb" in said
    assert "Nobody's, as far as their names tell: " in said
    _, *rows = table((out / "gradebook.csv").read_text(encoding="utf-8"))
    assert [(row["student"], row["layer_norm"], row["layer_norm: status"]) for row in rows] == [
        ("cat", "", "not understood"),
        ("dan", "5", "pass"),
        ("Fay", "", "unclear whose"),
    ]
    assert "rms_norm" not in (out / "gradebook.csv").read_text(encoding="utf-8")
    assert [row[5] for row in parsed((out / "canvas.csv").read_text())[1:]] == ["5", "5", ""]


# ---- a second run ----


def class_of(folder, students, exercise=LAYER_NORM):
    for student in students:
        path = folder / student / f"{exercise.slug}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(exercise.solution.read_bytes())
    return folder


def stated(path, title, exercise=LAYER_NORM):
    path.write_text(f'title = "{title}"\n[weights]\n{exercise.slug} = 1\n')
    return path


def content(out):
    return {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}


@pytest.fixture
def graded(tmp_path):
    """Return a folder of submissions, an assignment, and the gradebook that is of them."""
    folder, out = class_of(tmp_path / "wk1", ["ada", "bob"]), tmp_path / "gradebook"
    assignment = stated(tmp_path / "assignment.toml", "Norms")
    assert grade_class(folder, out, assignment, jobs=1) == 0
    return folder, assignment, out


@needs_fork
def test_another_folder_does_not_overwrite_a_gradebook(graded, tmp_path):
    _, assignment, out = graded
    before = content(out)
    other = class_of(tmp_path / "wk2", ["ada"])
    with pytest.raises(UserError, match=r"is of wk1 \(2 students\), and this is wk2\. Name anoth"):
        grade_class(other, out, assignment, jobs=1)
    again = class_of(tmp_path / "later" / "wk1", ["ada"])
    with pytest.raises(UserError, match=r"/wk1 \(2 students\), and this is .*/later/wk1\."):
        grade_class(again, out, assignment, jobs=1)
    assert content(out) == before


@needs_fork
def test_another_assignment_does_not_overwrite_a_gradebook(graded, tmp_path):
    folder, assignment, out = graded
    before = content(out)
    with pytest.raises(UserError, match=r"is of “Norms” in wk1 \(2 students\), and this is “Mo"):
        grade_class(folder, out, stated(tmp_path / "b.toml", "More"), jobs=1)
    class_of(folder, ["ada"], STANDARDIZE)
    stated(assignment, "Norms", STANDARDIZE)
    with pytest.raises(UserError, match=r"is of layer_norm \(2 students\), and this is standard"):
        grade_class(folder, out, assignment, jobs=1)
    assert content(out) == before


@needs_fork
def test_what_the_sentence_offers_helps_and_keeps_the_verdicts(graded, tmp_path, capsys):
    folder, assignment, out = graded
    renamed = folder.rename(tmp_path / "week one")
    with pytest.raises(UserError, match=r"delete .*gradebook\.json first: no verdict is lost"):
        grade_class(renamed, out, assignment, jobs=1)
    (out / "gradebook.json").unlink()
    kept = (out / "results.jsonl").read_bytes()
    assert grade_class(renamed, out, assignment, jobs=1) == 0
    assert (out / "results.jsonl").read_bytes() == kept


@needs_fork
def test_a_class_that_grew_or_was_moved_is_graded_again(graded, tmp_path):
    folder, assignment, out = graded
    class_of(folder, ["cat"])
    assert grade_class(folder, out, assignment, jobs=1) == 0
    (tmp_path / "elsewhere").mkdir()
    moved = folder.rename(tmp_path / "elsewhere" / folder.name)
    assert grade_class(moved, out, assignment, jobs=1) == 0
    assert len(list((out / "feedback").iterdir())) == 3


@needs_fork
def test_a_gradebook_of_an_older_version_is_known_by_its_title(graded):
    folder, assignment, out = graded
    kept = json.loads((out / "gradebook.json").read_text())
    del kept["folder"], kept["files"]
    (out / "gradebook.json").write_text(json.dumps(kept))
    assert grade_class(folder, out, assignment, jobs=1) == 0
    (out / "gradebook.json").write_text(json.dumps({**kept, "title": "Other"}))
    with pytest.raises(UserError, match=r"is of “Other” \(2"):
        grade_class(folder, out, assignment, jobs=1)
    (out / "gradebook.json").write_text("{")
    assert grade_class(folder, out, assignment, jobs=1) == 0


@needs_fork
def test_pages_of_who_has_left_go_and_files_of_others_stay(graded, capsys):
    folder, assignment, out = graded
    (out / "feedback" / "notes.html").write_text("mine")
    (out / "moodle.csv").write_text("mine")
    (folder.parent / "outside.html").write_text("mine")
    kept = json.loads((out / "gradebook.json").read_text())
    kept["files"].append("../outside.html")
    (out / "gradebook.json").write_text(json.dumps(kept))
    shutil.rmtree(folder / "bob")
    assert grade_class(folder, out, assignment, jobs=1) == 0
    assert {path.name for path in (out / "feedback").iterdir()} == {"ada.html", "notes.html"}
    assert (out / "moodle.csv").exists()
    said = capsys.readouterr().out
    assert f"Removed, as nobody in the class is in it now: {out}/feedback/bob.html\n" in said
    assert (folder.parent / "outside.html").exists()


# ---- feedback, handed back ----


def found_by_moodle(path, participants):
    """Return whose a file of a zip is, as ``importziplib.php`` tells, and its name there."""
    parts = path.split("/")
    while parts:
        info = parts.pop(0).split("_", 4)
        if len(info) >= 5 and info[1].isdigit() and info[1] in participants:
            assert info[2:4] == ["assignsubmission", "file"]
            return info[1], "/".join([*filter(None, info[4:]), *parts])
    return None


MOODLE_NAMES = [
    "Ada Lovelace_12_assignsubmission_file_",
    "Bob_van_Dyk_34_assignsubmission_file_layer_norm.py",
    "Zoë_56_assignsubmission_file_",
]


@needs_fork
def test_moodle_gives_each_student_their_page_back(tmp_path, capsys):
    folder, out = tmp_path / "wk1", tmp_path / "book"
    class_of(folder, [MOODLE_NAMES[0], MOODLE_NAMES[2], "Cat_assignsubmission_file_"])
    (folder / MOODLE_NAMES[1]).write_bytes(LAYER_NORM.mutants[0].read_bytes())
    assert grade_class(folder, out, jobs=1) == 0
    with ZipFile(out / "moodle-feedback.zip") as archive:
        names = archive.namelist()
        pages = {found_by_moodle(name, {"12", "34", "56"}): archive.read(name) for name in names}
    assert {name.partition("/")[0] for name in names} >= {MOODLE_NAMES[0], MOODLE_NAMES[2]}
    keys = {"12": "Ada Lovelace_12", "34": "Bob_van_Dyk_34", "56": "Zoë_56"}
    assert pages == {
        (number, "feedback.html"): (out / "feedback" / f"{key}.html").read_bytes()
        for number, key in keys.items()
    }
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == (
        f"{out}/moodle-feedback.zip: each student's page, for Moodle's “Upload multiple feedback "
        "files in a zip”"
    )
    assert said[-2].startswith(f"{out}/moodle.csv: grades, to import into Moodle")
    assert "Not in moodle-feedback.zip, as nothing tells their number there: Cat" in said
    page = (out / "gradebook.html").read_text()
    for name in ("moodle.csv", "moodle-feedback.zip", "gradebook.csv"):
        assert f'<a href="{name}">{name}</a>: ' in page
    first = (out / "moodle-feedback.zip").read_bytes()
    assert grade_class(folder, out, jobs=1) == 0
    assert (out / "moodle-feedback.zip").read_bytes() == first


def test_each_name_of_a_large_class_is_read_once(monkeypatch):
    names = [f"Ada Of The Large Class {number}" for number in range(60)]
    read = []
    monkeypatch.setattr(f"{Person.__module__}.composed", lambda name: read.append(name) or name)
    known = with_roster([Work(Student(each, each)) for each in names], list(map(Person, names)))
    assert set(known.people) == set(names)
    assert len(read) <= 2 * len(names)


def test_a_page_has_a_name_that_every_system_accepts(tmp_path):
    names = ("名" * 85, "名" * 84 + "字", "x" * 255, "aux", "Con.ny")
    works = [Work(Student(each, each)) for each in names]
    book = Gradebook(Assignment({LAYER_NORM: Fraction(1)}), works, {}, {})
    pages = list(book.feedback_files.values())
    write_files(tmp_path, dict.fromkeys(pages, ""))
    assert len(list((tmp_path / "feedback").iterdir())) == len(names)
    assert pages[3:] == ["feedback/_aux.html", "feedback/_Con.ny.html"]


def test_a_folder_keeps_the_name_that_moodle_gave_it(tmp_path):
    for name in ("Ada_1_assignsubmission_file", "Ada_1_assignsubmission_onlinetext"):
        (tmp_path / name).mkdir()
    places, _ = find_places(tmp_path, tmp_path / "out")
    assert moodle_folders(places) == {"Ada_1": "Ada_1_assignsubmission_file"}


def test_what_did_not_come_from_moodle_is_not_packed_for_it(book):
    assert "moodle-feedback.zip" not in files_of(book)
    assert "moodle-feedback.zip" not in files_of(book)["gradebook.html"]
