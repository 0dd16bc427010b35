"""What is read from wrong numbers is true of them, or nothing is."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as stnp

from normbook.grader.verdict.attempt import Step
from normbook.grader.verdict.same import Aspect
from normbook.grader.verdict.symptoms import of_aspect, of_exceptions, read

X = np.array([[1.0, 2.0, 4.0, 9.0], [3.0, 3.0, 3.0, 3.0], [0.5, 7.0, -2.0, 1.0]])
Y = np.array([[0.5, -1.5, 2.0, -1.0], [0.25, 0.75, 3.0, -4.0], [1.25, 6.0, -2.5, 0.1]])
ROW = np.array([[1.0], [2.0], [3.0]])


def seen(received, expected=Y, x=X):
    """Return what is read from one answer."""
    operation = {"do": "call", "on": 0, "name": None, "arguments": (x,), "keywords": {}}
    found = read([(Step(operation, {"value": received}), {"value": expected})])
    return found and found[0]


def but(array, index, value):
    """Return an array in which something else stands at an index."""
    array = array.copy()
    array[index] = value
    return array


@pytest.mark.parametrize(
    ("received", "text"),
    [
        (None, "Your function returns None where a value is expected."),
        ((Y, Y), "You return 2 values where one array is expected."),
        (
            Y.T,
            "Your result has shape (4, 3) where (3, 4) is expected: the right numbers, transposed.",
        ),
        (
            Y[None],
            "Your result has shape (1, 3, 4) where (3, 4) is expected. The numbers are right.",
        ),
        (Y[:2], "Your result has shape (2, 4) where (3, 4) is expected."),
        (Y * np.nan, "Every number of your result is NaN."),
        (but(Y, 1, np.nan), "Your result is NaN in the rows that are constant in the input."),
        (but(Y, 2, np.inf), "Your result is infinite in row 2 alone."),
        (0 * Y, "Every number of your result is 0."),
        (X, "Your result is one of the arguments, unchanged."),
        (-Y, "Each number has the wrong sign."),
        (1.25 * Y, "Each number is 1.25 times the expected one."),
        (
            Y * math.sqrt(3 / 4),
            "Each number is 0.866 times the expected one: "
            "√(3/4), as if a variance were divided by 4 − 1.",
        ),
        (
            Y * math.sqrt(5 / 4),
            "Each number is 1.118 times the expected one: "
            "√(5/4), as if a variance were divided by 4 + 1.",
        ),
        (Y + 0.5, "Each number is the expected one plus 0.5."),
        (Y * ROW, "Each row of your result is the expected one times a number of its own."),
        (Y + ROW, "Each row of your result is the expected one plus a number of its own."),
        (Y * X[0], "Each column of your result is the expected one times a number of its own."),
        (Y + X[0], "Each column of your result is the expected one plus a number of its own."),
        (Y[::-1], "Your result has the right numbers, in another order."),
        (np.round(Y, 1), "Your numbers are the expected ones, rounded to 1 decimal."),
        (but(Y, 1, 7.5), "Your result is wrong in row 1 alone."),
        (but(Y, (slice(None), 3), 7.5), "Your result is wrong in column 3 alone."),
    ],
)
def test_what_is_seen_is_said(received, text):
    assert seen(received) == text


def test_of_several_results_the_wrong_one_is_read():
    assert seen((2.5 * Y, X), (Y, X)) == (
        "In this call only the first of 2 results has wrong numbers. "
        "Each number is 2.5 times the expected one."
    )
    tiny = 1e-14 * X
    assert seen((2.5 * Y, 1.1 * tiny), (Y, tiny)) is None, "the second is wrong, too"
    assert seen((X, Y, ROW), (Y, X, ROW)) == (
        "Your results are right, in another order: the first is what should be the second."
    )
    assert seen(Y, (Y, X)) == "You return one value where 2 values are expected."
    assert seen((Y,), (Y, X)) == "You return 1 value where 2 values are expected."


def test_a_row_with_one_number_beside_zeros_has_no_factor():
    expected = np.array([[0.0, 1.0], [0.0, -2.0], [0.0, 3.0]])
    assert seen(expected * [[2.0], [3.0], [4.0]], expected) is None
    assert seen(Y * [[2.0], [3.0], [4.0]]).startswith("Each row of your result is the expected")


@pytest.mark.parametrize(
    ("received", "expected", "text"),
    [
        ([Y], {"a": Y}, "You return a list where a dictionary is expected."),
        ([Y], Y, "You return a list where an array is expected."),
        ([1.0, 2.0], 1.0, "You return a list where a number is expected."),
        (([Y], 1.0), ({"a": Y}, 1.0), "The first of your 2 results is a list where a dict"),
        ([[1.0], [2.0]], [1.0, 2.0], "Your results are lists where numbers are expected."),
        ({"a": Y}, {"b": Y}, "The keys of your dictionary are 'a'; expected: 'b'."),
        (
            {"a": Y, "b": -Y},
            {"a": Y, "b": Y},
            "Of the 2 values of your dictionary only 'b' has wrong numbers. Each number has the",
        ),
    ],
)
def test_what_is_no_number_is_called_by_its_kind(received, expected, text):
    assert seen(received, expected).startswith(text)


def test_one_number_may_be_chance_and_two_are_not():
    operation = {"do": "call", "on": 0, "name": None, "arguments": (X,), "keywords": {}}
    factor = math.sqrt(3 / 4)
    one, two = (
        (Step(operation, {"value": factor * value}), {"value": value}) for value in (3.0, 5.0)
    )
    assert read([one]) is None
    text, which = read([one, two])
    assert "√(3/4)" in text
    assert which == [0, 1]


def test_an_axis_that_was_taken_for_another_is_named_by_its_length():
    wide = np.outer([1.0, -2.0], [0.5, 1.5, -3.0, 7.0, 2.0])
    assert seen(wide * math.sqrt(2 / 5), wide, x=wide + 1) == (
        "Each number is 0.6325 times the expected one: √(2/5), as if a variance of 5 numbers were "
        "divided by 2, the length of another axis."
    )


def test_two_single_numbers_that_change_places_may_be_chance():
    operation = {"do": "call", "on": 0, "name": None, "arguments": ([5.0],), "keywords": {}}
    swapped = Step(operation, {"value": (0.0, 5.0)}), {"value": (5.0, 0.0)}
    assert read([swapped]) is None
    text, _ = read([swapped, swapped])
    assert text.startswith("Your results are right, in another order")


def test_a_zero_here_and_there_says_nothing():
    operation = {"do": "call", "on": 0, "name": None, "arguments": (X,), "keywords": {}}
    zero = Step(operation, {"value": 0 * Y}), {"value": Y}
    other = Step(operation, {"value": np.sin(Y)}), {"value": Y}
    assert read([zero, zero, other]) == ("Every number of your result is 0.", [0, 1])
    assert read([zero, other]) is None


def test_what_is_true_of_most_answers_is_said():
    operation = {"do": "call", "on": 0, "name": None, "arguments": (X,), "keywords": {}}
    received = [2.5 * Y, -Y, 2.5 * Y]
    cases = [(Step(operation, {"value": value}), {"value": Y}) for value in received]
    assert read(cases) == ("Each number is 2.5 times the expected one.", [0, 2])


def test_the_place_of_most_exceptions_is_said_whatever_they_say():
    operation = {"do": "call", "on": 0, "name": None, "arguments": (X,), "keywords": {}}
    lines = [
        "norm.py, line 3: ValueError: shapes (2,) (3,)",
        "norm.py, line 1: KeyError: 'x'",
        "norm.py, line 3: ValueError: shapes (4,) (3,)",
    ]
    raised = [{"line": line, "message": line.split(": ")[-1]} for line in lines]
    cases = [(Step(operation, {"raised": each}), {"value": Y}) for each in raised]
    text, which = of_exceptions(cases)
    assert text.endswith("norm.py, line 3: ValueError: shapes (2,) (3,)")
    assert which == [0, 2]


def test_what_is_not_written_yet_is_no_exception_to_read():
    operation = {"do": "call", "on": 0, "name": None, "arguments": (X,), "keywords": {}}
    line = "norm.py, line 1: NotImplementedError: Not yet."
    raised = {"type": "NotImplementedError", "message": "Not yet.", "line": line}
    assert of_exceptions([(Step(operation, {"raised": raised}), {"value": Y})]) is None
    assert of_exceptions([]) is None


def test_exceptions_and_words_say_nothing():
    operation = {"do": "get", "on": 1, "name": "weight"}
    raised = {"raised": {"type": "ValueError", "message": "", "line": ""}}
    assert read([(Step(operation, raised), {"value": Y})]) is None
    assert read([(Step(operation, {"value": "a"}), {"value": "b"})]) is None
    assert read([]) is None


def test_a_factor_is_named_only_if_the_sizes_say_so_in_one_way():
    square = np.arange(1.0, 17.0).reshape(4, 4)
    assert seen(0.25 * square, square, X).endswith("expected one.") is False
    assert seen(3.7 * square, square, X) == "Each number is 3.7 times the expected one."


@pytest.mark.parametrize(
    ("aspect", "received", "expected", "text"),
    [
        (Aspect.DTYPE, Y, np.float32(Y), "The dtype is float64 where float32 is expected."),
        (
            Aspect.DTYPE,
            (Y, Y),
            (Y, np.float32(Y)),
            "The dtype of your second result is float64 where float32 is expected.",
        ),
        (Aspect.SHAPE, Y[None], Y, "The shape is (1, 3, 4) where (3, 4) is expected."),
        (
            Aspect.DTYPE,
            (2.0, 1),
            (2.0, 1.0),
            "Your second result is of type int where float is expected, Python's own.",
        ),
    ],
)
def test_what_is_wrong_beside_the_numbers_is_said(aspect, received, expected, text):
    assert of_aspect(aspect, {"value": received}, {"value": expected}) == text


def test_changed_arguments_are_named():
    answers = {"value": Y, "changed": ["x", "weight"]}, {"value": Y, "changed": []}
    text = of_aspect(Aspect.CHANGES, *answers)
    assert text == "Your function changes `x` and `weight`, which its caller still needs."
    assert "is left as it was" in of_aspect(Aspect.CHANGES, *reversed(answers))


@given(
    stnp.arrays(np.float64, stnp.array_shapes(max_dims=3, max_side=4), elements=st.floats()),
    stnp.arrays(np.float64, stnp.array_shapes(max_dims=3, max_side=4), elements=st.floats()),
)
def test_any_two_arrays_can_be_read(received, expected):
    assert isinstance(seen(received, expected), str | None)
