"""What is graded, what it is worth, and what lateness costs."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction

import pytest

from normbook.grader import find, find_all
from normbook.grader.classroom.assignment import (
    Assignment,
    AssignmentError,
    Lateness,
    LatePolicy,
    read_assignment,
    unweighted,
    worth_line,
    write_assignment,
)
from normbook.grader.classroom.submissions import HandedIn

LAYER_NORM, STANDARDIZE = find("layer_norm"), find("standardize")
BERLIN = timezone(timedelta(hours=1))
DUE = datetime(2026, 12, 1, 23, 59, 59, tzinfo=BERLIN)
WEIGHTS = "[weights]\nlayer_norm = 1\n"


@pytest.fixture
def stated(tmp_path):
    """Give a function that reads a file of this text."""

    def read(text):
        path = tmp_path / "assignment.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_assignment(path)

    return read


def test_all_that_a_file_states_is_read(stated):
    assert stated(
        b'\xef\xbb\xbftitle = " Week 1 "\npoints = 20\ndue = 2026-12-01T23:59:59+01:00\n'
        b"[late]\ngrace_minutes = 15\npercent_a_day = 12.5\nat_most_percent = 50\n"
        b"by_file_times = true\n[weights]\nstandardize = 2\nlayer_norm = 0.1\n"
    ) == Assignment(
        {STANDARDIZE: Fraction(2), LAYER_NORM: Fraction(1, 10)},
        "Week 1",
        Fraction(20),
        DUE,
        LatePolicy(Fraction(15), Fraction(25, 2), Fraction(50), True),
    )


def test_the_order_is_the_file_s(stated):
    found = stated("[weights]\nstandardize = 1\nlayer_norm = 1\n")
    assert found.exercises == (STANDARDIZE, LAYER_NORM)


@pytest.mark.parametrize("due", [None, DUE])
def test_what_a_release_writes_is_read_and_costs_nothing(stated, due):
    found = stated(write_assignment(find_all(), due))
    assert found == Assignment(unweighted(find_all()).weights, due=due)
    assert found.lateness(HandedIn(DUE + timedelta(days=9), "Git")).percent == 0


@pytest.mark.parametrize(
    ("title", "read"), [('a "b" \\c ü', 'a "b" \\c ü'), ("a\tb\x7f\udcff", "a�b��")]
)
def test_any_title_is_written_so_that_it_is_read(stated, title, read):
    assert stated(write_assignment([STANDARDIZE], title=title)).title == read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = ", r"assignment\.toml is not TOML"),
        (b"\xff", "cannot be read"),
        ("", r"there is no \[weights\]; expected a line for each exercise: layer_norm = 1"),
        ("[weights]", r"there is no \[weights\]"),
        ("weights = 3", r"there is no \[weights\]"),
        ("[weights]\nlayer_nrom = 1", "did you mean 'layer_norm'"),
        ("[weights]\nlayer_norm = 0", r"\[weights\]: all are 0"),
        ("[weights]\nlayer_norm = -1", "weight of layer_norm is -1; expected 0 or more"),
        ("[weights]\nlayer_norm = true", "expected a number"),
        ("[weights]\nlayer_norm = '1'", "expected a number"),
        ("[weights]\nlayer_norm = nan", "expected a number"),
        (f"points = 0\n{WEIGHTS}", "points is 0; expected what all exercises"),
        (f"points = 'ten'\n{WEIGHTS}", "points is 'ten'; expected a number"),
        (f"title = 3\n{WEIGHTS}", "title is 3; expected a text"),
        (f"title = ' '\n{WEIGHTS}", "expected a text"),
        (
            f"sead = 3\n{WEIGHTS}",
            "'sead'; there are: due, extensions, late, points, seed, title, weights",
        ),
        (f"seed = -1\n{WEIGHTS}", "seed is -1; expected a whole number, 0 or more"),
        (f"seed = 'a'\n{WEIGHTS}", "seed is 'a'; expected a whole number"),
        (f"seed = true\n{WEIGHTS}", "seed is True; expected a whole number"),
        (f"due = 2026-12-01\n{WEIGHTS}", r"expected both: 2026-12-01T23:59:59\+01:00"),
        (f"due = '2026-12-01T12:00Z'\n{WEIGHTS}", "expected a date and a time, without quotes: 2"),
        (f"due = 3\n{WEIGHTS}", "due is 3; expected a date and a time: 2"),
        (f"due = 2026-12-01T23:59:59\n{WEIGHTS}", r"add yours: 2026-12-01T23:59:59\+01:00"),
        (f"extensions = 3\n{WEIGHTS}", r"expected the heading of a table: \[extensions\]"),
        (f"{WEIGHTS}[extensions]\nAda = 2026-12-01T23:59:59Z", "and no due, so that nothing is"),
        (
            f"due = 2026-12-02T00:00:00Z\n{WEIGHTS}[extensions]\nAda = 2026-12-01T23:59:59Z",
            r"\[extensions\]: Ada is 2026-12-01 23:59:59\+00:00, before due, 2026-12-02",
        ),
        (
            f"due = 2026-12-01T12:00:00Z\n{WEIGHTS}[extensions]\n'A B' = 2026-12-03",
            r"\[extensions\]: A B is 2026-12-03, a day without a time",
        ),
        (f"late = 3\n{WEIGHTS}", r"expected the heading of a table: \[late\]"),
        (
            f"{WEIGHTS}[late]\npercent_per_day = 3",
            "no setting 'percent_per_day'; there are: at_most",
        ),
        (f"{WEIGHTS}[late]\npercent_a_day = 101", "percent_a_day is 101; expected at most 100"),
        (f"{WEIGHTS}[late]\npercent_a_day = -1", "percent_a_day is -1; expected 0 or more"),
        (f"{WEIGHTS}[late]\nby_file_times = 1", "expected true or false"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_to_write(stated, text, message):
    with pytest.raises(AssignmentError, match=message) as error:
        stated(text)
    assert "assignment.toml" in str(error.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(AssignmentError, match=r"none\.toml cannot be read: No such"):
        read_assignment(tmp_path / "none.toml")


def test_an_extension_counts_for_one_student(stated):
    text = "due = 2026-12-01T23:59:59+01:00\n[extensions]\n'Ben Koch' = 2026-12-03T23:59:59+01:00\n"
    found = stated(f"{text}{WEIGHTS}[late]\npercent_a_day = 10\n")
    assert found.extensions == {"Ben Koch": DUE + timedelta(days=2)}
    came = HandedIn(DUE + timedelta(days=3), "Git")
    assert found.lateness(came, "Ben Koch") == Lateness(1, Fraction(10))
    assert found.lateness(came, "Ada") == found.lateness(came) == Lateness(3, Fraction(30))
    marked = HandedIn(None, "Canvas", True)
    assert found.lateness(marked, "Ada") == Lateness(1, Fraction(10))
    assert found.lateness(marked, "Ben Koch") == Lateness(None)  # Canvas does not know of it


# ---- points ----


def test_weights_and_points_scale_what_exercises_are_worth():
    weights = {STANDARDIZE: Fraction(2), LAYER_NORM: Fraction(1)}
    assignment = Assignment(weights, points=Fraction(20))
    assert assignment.possible[STANDARDIZE] + assignment.possible[LAYER_NORM] == 20
    share = Fraction(2 * STANDARDIZE.points, 2 * STANDARDIZE.points + LAYER_NORM.points)
    assert assignment.possible[STANDARDIZE] == 20 * share
    assert Assignment(weights).possible[STANDARDIZE] == 2 * STANDARDIZE.points


def test_what_has_no_weight_is_graded_and_worth_nothing(stated):
    assignment = stated("[weights]\nstandardize = 0\nlayer_norm = 1")
    assert assignment.exercises == (STANDARDIZE, LAYER_NORM)
    assert assignment.possible[STANDARDIZE] == 0
    assert assignment.earned(STANDARDIZE, STANDARDIZE.points, Lateness(0)) == 0
    assert assignment.possible[LAYER_NORM] == LAYER_NORM.points


def test_lateness_is_taken_off_what_was_earned():
    assignment = unweighted([LAYER_NORM])
    assert assignment.earned(LAYER_NORM, 7, Lateness(1, Fraction(10))) == Fraction(63, 10)
    assert assignment.earned(LAYER_NORM, 10, Lateness(0)) == 10
    assert assignment.earned(LAYER_NORM, 10, Lateness(9, Fraction(100))) == 0
    assert assignment.earned(LAYER_NORM, 10, Lateness(None)) == 10


def test_what_is_written_says_what_a_weight_and_a_percent_are_of(tmp_path):
    text = write_assignment([STANDARDIZE, LAYER_NORM])
    assert "\nstandardize = 1  # 3 points\nlayer_norm = 1  # 10 points\n" in text
    assert "A weight multiplies an exercise's own points" in text
    assert re.search(r"percent_a_day = 0 +# of what the answer earned", text)
    assert re.search(r"grace_minutes = 0 +# who comes within these is in time", text)


def test_what_each_exercise_is_worth_is_told():
    weights = {STANDARDIZE: Fraction(1), LAYER_NORM: Fraction(1), find("rms_norm"): Fraction(0)}
    told = worth_line(Assignment(weights, points=Fraction(20)))
    assert told == "Worth 20 points: standardize 4.62, layer_norm 15.38, rms_norm 0"


def test_grace_excuses_who_comes_within_it_and_shifts_nothing():
    late = LatePolicy(grace_minutes=Fraction(15), percent_a_day=Fraction(10))
    stated = replace(unweighted([LAYER_NORM]), due=DUE, late=late)
    for minutes, days in ((15, 0), (16, 1), (24 * 60, 1), (24 * 60 + 1, 2)):
        came = HandedIn(DUE + timedelta(minutes=minutes), "Git")
        assert stated.lateness(came).days == days


# ---- lateness ----

POLICY = LatePolicy(
    grace_minutes=Fraction(15), percent_a_day=Fraction(10), at_most_percent=Fraction(25)
)


def lateness(told_by="Git", policy=POLICY, marked=None, due=DUE, **after):
    assignment = Assignment({LAYER_NORM: Fraction(1)}, due=due, late=policy)
    time = None if marked is not None or not after else DUE + timedelta(**after)
    found = assignment.lateness(HandedIn(time, told_by, marked))
    return found.days, int(found.percent)


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ({"days": -3}, (0, 0)),
        ({"seconds": 0}, (0, 0)),
        ({"minutes": 15}, (0, 0)),
        ({"minutes": 15, "seconds": 1}, (1, 10)),
        ({"days": 1}, (1, 10)),
        ({"days": 1, "seconds": 1}, (2, 20)),
        ({"days": 2, "seconds": 1}, (3, 25)),
        ({"days": 99}, (99, 25)),
    ],
)
def test_each_day_begun_costs_as_much_up_to_a_bound(after, expected):
    assert lateness(**after) == expected


def test_time_zones_are_minded():
    assignment = Assignment({LAYER_NORM: Fraction(1)}, due=DUE, late=LatePolicy())
    utc = datetime(2026, 12, 1, 22, 59, 59, tzinfo=UTC)
    assert assignment.lateness(HandedIn(utc, "Git")).days == 0
    assert assignment.lateness(HandedIn(utc + timedelta(seconds=1), "Git")).days == 1


def test_without_a_due_date_nothing_is_late():
    assert lateness(due=None, days=9) == (0, 0)
    assert lateness(due=None, marked=True) == (0, 0)


def test_canvas_s_mark_is_a_day():
    assert lateness("Canvas", marked=True) == (1, 10)
    assert lateness("Canvas", marked=False) == (0, 0)


def test_a_file_s_own_time_costs_nothing_unless_it_is_said_to():
    assert lateness("the file", days=9) == (None, 0)
    by_file = LatePolicy(percent_a_day=Fraction(10), by_file_times=True)
    assert lateness("the file", by_file, days=3) == (3, 30)


def test_where_nothing_tells_the_time_nobody_knows():
    assert lateness("nothing") == (None, 0)
