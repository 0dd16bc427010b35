"""A failed check names the call whose answer its message shows, or none, and what it printed."""

import contextlib

import numpy as np
import pytest

from normbook.grader.verdict.attempt import Attempt, Direct
from normbook.grader.verdict.calls import with_calls
from normbook.grader.verdict.report import Report, words
from normbook.grader.verdict.run import CheckResult
from normbook.grader.verdict.show import MAX_PRINTED_LINES
from normbook.grader.verdict.wire import MAX_PRINTED_CHARACTERS


def call_of(message, function, *arguments, status="fail"):
    """Return the call that is found for a message on a function's answers to these arguments."""
    attempt = Attempt(Direct(function))
    for each in arguments:
        attempt(each)
    check = CheckResult("test_it", status, 0, 1, message, range(len(arguments)))
    (found,) = with_calls([check], attempt.steps, "f")
    return found.call


def double(x):
    return 2 * x


ONE, TWO = np.array([1.0, 2.0, 3.0]), np.array([1.5, 2.00004, -1e-7])


@pytest.mark.parametrize(
    ("shown", "call"),
    [
        ("[2. 4. 6.]", "f([1, 2, 3])"),
        ("[[ 3.     4.0001 -0.    ]]", "f([1.5, 2.00004, -1e-07])"),
        ("[2. 4. ... 6.]", ""),  # too few to be certain
        ("[2. 4.]", ""),
        ("[2. 4. 6. 8.]", ""),
        ("[2. 4. 7.]", ""),
        ("dx / 1e+08 = [2. 4. 6.]", ""),
        ("shape (2, 4, 6)", ""),
        ("float64", ""),
    ],
)
def test_the_call_is_that_whose_answer_begins_with_the_numbers_shown(shown, call):
    message = f"Is it doubled?\nreceived {shown}\nexpected [1. 2. 3.]"
    assert call_of(message, double, ONE, TWO) == call


def test_a_long_word_of_digits_is_read_at_once_and_no_number():
    assert call_of(f"received {'1' * 500_000}_", lambda x: x, 1.0) == ""


def test_the_digits_of_a_dtype_s_name_are_no_number():
    message = "Is it?\nreceived float32([1.5 2.5 3.5])\nexpected [1. 2. 3.]"
    assert call_of(message, lambda x: x + 0.5, np.arange(1.0, 4.0)) != ""


def test_of_a_long_answer_the_numbers_before_the_gap_are_enough():
    long = np.arange(30.0)
    assert call_of("?\nreceived [0. 2. 4. ... 58.]", double, ONE, long).startswith("f([0, 1, 2")
    assert call_of("?\nreceived [0. 2. 4.]", double, long) == ""


def test_one_of_several_results_is_enough_and_two_calls_are_none():
    message = "?\nreceived [2. 4. 6.]"
    assert call_of(message, lambda x: (x, 2 * x), ONE) == "f([1, 2, 3])"
    assert call_of(message, lambda x: 2 * ONE, ONE, TWO) == ""
    assert call_of(message, lambda x: 2 * ONE, ONE, ONE) == "f([1, 2, 3])"
    assert call_of(message, double, ONE, status="error") == ""
    assert call_of("It is wrong.", double, ONE) == ""


def test_the_call_stands_below_what_the_check_says():
    check = CheckResult("test_it", "fail", 0, 1, "Is it <so>?", call="f(1)")
    report = Report("double", "Double", 1, (check, CheckResult("test_b", "pass", 1, 1)))
    assert "         Is it <so>?\n         call f(1)" in str(report)
    assert "<pre>Is it &lt;so&gt;?\ncall f(1)</pre>" in report._repr_html_()
    assert report.as_dict()["checks"][0]["message"] == "Is it <so>?\ncall f(1)"


def chatty(x):
    print("shape", x.shape)
    if x[0] < 0:
        raise ValueError(x)
    print("  first", x[0])
    return x


def printed_in(message, *arguments, status="fail"):
    """Return what a check says that the attempt printed."""
    attempt = Attempt(Direct(chatty))
    for each in arguments:
        with contextlib.suppress(ValueError):
            attempt(each)
    check = CheckResult("test_it", status, 0, 1, message, range(len(arguments)))
    (found,) = with_calls([check], attempt.steps, "f")
    return [line for line in words(found).splitlines() if line.startswith("printed")]


def test_what_is_printed_at_the_call_that_is_shown_stands_below_it():
    message = "?\nreceived [1.5 2. -0.]\nexpected [1. 2. 3.]"
    assert printed_in(message, ONE, TWO) == ["printed shape (3,)", "printed   first 1.5"]


def test_where_no_call_is_known_all_that_a_check_printed_is_shown_as_far_as_it_helps():
    lines = printed_in("It is wrong.", *[ONE] * 5)
    assert lines[:2] == ["printed shape (3,)", "printed   first 1.0"]
    assert lines[-1] == "printed …"
    assert len(lines) == MAX_PRINTED_LINES + 1


def test_of_an_exception_what_was_printed_before_it_is_shown():
    lines = printed_in("ValueError", ONE, -TWO[:1], status="error")
    assert lines == ["printed shape (1,)"]


def test_a_flood_of_prints_is_kept_to_its_beginning():
    def endless(x):
        for _ in range(10_000):
            print("a" * 1000)
        return x

    attempt = Attempt(Direct(endless))
    attempt(ONE)
    assert attempt.steps[0].printed == "a" * MAX_PRINTED_CHARACTERS
