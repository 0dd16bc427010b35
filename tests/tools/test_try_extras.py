"""What is tried in empty environments holds in this one, and what does not hold is named."""

import sys

import pytest
from try_extras import GRADED, SHOW, fails, graded_with, grades, starts

import normbook

COMMAND = [sys.executable, "-m", "normbook"]


def test_the_command_says_its_version():
    assert starts(COMMAND, normbook.__version__) == []
    (said,) = starts(COMMAND, "0.0.0")
    assert normbook.__version__ in said


@pytest.mark.parametrize("slug", [slug for slugs in GRADED.values() for slug in slugs])
def test_stub_and_solution_are_graded(slug):
    assert grades(COMMAND, [slug]) == []


@pytest.mark.parametrize(("status", "wrong"), [(0, "stub"), (1, "solution")])
def test_what_is_graded_wrongly_is_named(status, wrong):
    always = [sys.executable, "-c", f"print('why'); raise SystemExit({status})"]
    assert grades(always, ["standardize"]) == [
        f"the {wrong} of standardize is graded as {status}: ['why']"
    ]


def test_exercises_are_graded_where_what_they_need_is_there():
    assert graded_with(["torch"]) == []
    assert graded_with(["pytest"]) == [*GRADED["pytest"]]
    assert graded_with(["pytest", "torch"]) == [*GRADED["pytest"], *GRADED["torch"]]


def test_explorables_are_shown():
    assert fails(sys.executable, SHOW) == []


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        (
            ("Placement()", "type('Placement', (Placement,), {'_esm': ''})()"),
            "Placement has no bundle to show",
        ),
        (("Pipeline(", "NoSuch("), "NameError: name 'NoSuch' is not defined"),
    ],
)
def test_an_explorable_that_is_not_shown_is_named(spoilt, said):
    assert said in fails(sys.executable, SHOW.replace(*spoilt))[0]
