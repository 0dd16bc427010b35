"""What is read from wrong numbers is true of them, or nothing is."""

import math
import re
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as stnp

from normbook.grader import find
from normbook.grader.verdict.attempt import Attempt, Direct, Step
from normbook.grader.verdict.comparison import Comparison
from normbook.grader.verdict.diagnose import steps_of_passing
from normbook.grader.verdict.load import load
from normbook.grader.verdict.replay import Asked
from normbook.grader.verdict.run import run
from normbook.grader.verdict.same import Aspect
from normbook.grader.verdict.symptoms import of_aspect, of_exceptions, ordinal, read
from normbook.grader.verdict.wire import Handle

X = np.array([[1.0, 2.0, 4.0, 9.0], [3.0, 3.0, 3.0, 3.0], [0.5, 7.0, -2.0, 1.0]])
Y = np.array([[0.5, -1.5, 2.0, -1.0], [0.25, 0.75, 3.0, -4.0], [1.25, 6.0, -2.5, 0.1]])
ROW = np.array([[1.0], [2.0], [3.0]])
LINE = np.array([0.125, -2.5, 4.375])
PAIR = np.array([[1.0, 2.0], [3.0, -5.0]])
DEEP = np.arange(1.0, 25.0).reshape(2, 3, 4) ** 2
ONLY, WRONG = "In this call only the", "results has wrong numbers."
SWAPPED = "Your results are right, in another order:"
HOLE = Y * [[1.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]
"""0 in one place."""


def case(received, expected=Y, x=X):
    """Return an answer, and the one that was expected."""
    operation = {"do": "call", "on": 0, "name": None, "arguments": (x,), "keywords": {}}
    return Step(operation, {"value": received}), {"value": expected}


def seen(received, expected=Y, x=X):
    """Return what is read from one answer."""
    found = read([case(received, expected, x)])
    return found and found[0]


def but(array, index, value):
    """Return an array in which something else stands at an index."""
    array = array.copy()
    array[index] = value
    return array


def test_of_several_results_those_that_are_wrong_alike_are_named():
    nan = Y * np.nan
    some = seen((nan, Y, nan), (Y, Y, Y))
    assert some == "Of your 3 results the first and the third are wrong. Every number is NaN."
    assert seen((nan, nan), (Y, Y)) == "Every number of your result is NaN."


@pytest.mark.parametrize(
    ("received", "text"),
    [
        (
            None,
            "Your function returns None where a value is expected. Does each way through it end "
            "with `return` and a value?",
        ),
        (
            Handle(1),
            "Your class makes an object where a value is expected: the task asks for a function.",
        ),
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
        (X, "Your result is equal to one of the arguments."),
        (-Y, "Each number has the wrong sign."),
        (1.25 * Y, "Each number is 1.25 times the expected one."),
        (Y * math.sqrt(3 / 4), "Each number is 0.866 times the expected one."),
        (Y + 0.5, "Each number is the expected one plus 0.5."),
        (Y - 0.5, "Each number is the expected one minus 0.5."),
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


@pytest.mark.parametrize(("received", "what"), [(None, "None"), (Y, "an array"), (3, "a number")])
def test_a_function_is_told_where_a_class_is_asked_for(received, what):
    text = f"Your function returns {what} where an object is expected: the task asks for a class."
    assert seen(received, Handle(1)) == text


@pytest.mark.parametrize(
    ("received", "expected", "text"),
    [
        (PAIR, PAIR[0], ". That is what NumPy makes of shapes (2, 1) and (2,) together."),
        (Y, LINE, "."),
        (np.ones((1, 1)), np.array([2.0]), "."),
        (np.ones((0, 3)), np.ones((3, 0)), ": the right numbers, transposed."),
        (1e-14 * X.T, 1e-14 * X, ": the right numbers, transposed."),
        (1.1e-14 * X.T, 1e-14 * X, "."),
        (np.full((4, 3), 1e-9), 0 * Y, ": the right numbers, transposed."),
        (np.array([[1.5e-6], [1.9]]), np.array([0.0, 1.9]), "."),
    ],
)
def test_beside_a_wrong_shape_the_numbers_are_read(received, expected, text):
    shapes = f"Your result has shape {received.shape} where {expected.shape} is expected"
    assert read([case(received, expected)] * 2) == (shapes + text, [0, 1])


@pytest.mark.parametrize(
    ("received", "expected", "text"),
    [
        (but(LINE, 1, np.nan), LINE, "1 of your 3 numbers is NaN."),
        (but(LINE, [0, 2], -np.inf), LINE, "2 of your 3 numbers are infinite."),
        (but(DEEP, (1, 2), np.nan), DEEP, "Your result is NaN in row (1, 2) alone."),
        (1.0, np.nan, None),
    ],
)
def test_what_is_not_finite_is_counted_or_placed(received, expected, text):
    assert seen(received, expected) == text


@pytest.mark.parametrize(
    ("missing", "constant", "text"),
    [
        (
            (0, [0, 2]),
            (0, [0, 2]),
            "Your result is NaN in the rows that are constant in the input.",
        ),
        ((0, [0, 2]), (0, [0, 1]), "8 of your 24 numbers are NaN."),
        ((0, 2), (0, 2, 0), "Your result is NaN in row (0, 2) alone."),
        ((0, 2, 0), (0, 2), "Your result is NaN in row (0, 2) alone."),
    ],
)
def test_what_is_missing_in_constant_rows_is_missing_in_these_alone(missing, constant, text):
    received, x = but(DEEP, missing, np.nan), but(DEEP, constant, 5.0)
    assert seen(received, DEEP, x) == text
    assert seen(received[..., :2], DEEP[..., :2], x) == text.replace("8 of your 24", "4 of your 12")
    assert "constant" not in seen(received, DEEP, np.ones((5, 4)))


def test_a_gradient_that_does_not_flow_is_told_and_no_factor_of_one():
    torch = pytest.importorskip("torch")
    learns = torch.tensor(Y, requires_grad=True)
    assert seen(torch.tensor(-Y), learns) == "Each number has the wrong sign."
    assert seen(torch.tensor(Y), learns) is None, "it is an aspect"
    assert seen((torch.tensor(Y), -learns), (learns, learns)).startswith(f"{ONLY} second")
    assert seen(Y * (1 + 1e-12)) is None


def test_an_argument_is_known_again_if_it_has_several_numbers():
    two = LINE[:2]
    assert seen(two, 1 / two, two) == "Your result is equal to one of the arguments."
    assert read([case(3.0, 5.0, 3.0), case(4.0, 9.0, 4.0)]) is None, "each may be chance"


@pytest.mark.parametrize(
    ("received", "text"),
    [
        (X, "Your result is equal to one of the arguments."),
        (Y[::-1], "Your result has the right numbers, in another order."),
    ],
)
def test_what_a_single_call_may_show_by_chance_is_told_of_most_calls_alone(received, text):
    shows, other = case(received, Y, X), case(2 * Y + X, Y, X)
    assert read([shows, shows, other]) == (f"{text} Not all of your wrong answers are so.", [0, 1])
    assert read([shows, shows]) == (text, [0, 1])
    assert read([shows, other]) is None


@pytest.mark.parametrize(
    ("received", "expected", "text"),
    [
        (but(2.5 * HOLE, (0, 1), 1e-12), HOLE, "Each number is 2.5 times the expected one."),
        (but(2.5 * HOLE, (0, 1), 5.0), HOLE, None),
        (1.0003 * Y, Y, "Each number is 1.0003 times the expected one."),
        (np.float32(1000 / 3 * Y), Y, "Each number is 333.3 times the expected one."),
        (np.full(3, 2.5), np.ones(3), None),
        (LINE[:2] + 0.5, LINE[:2], "Each number is the expected one plus 0.5."),
        (np.array([1050.0, 1049.0]), np.array([1000.0, 999.0]), None),
        (np.array([[2.0, 4.0], [0.0, 9.0]]), np.array([[1.0, 2.0], [0.0, 3.0]]), None),
        (np.array([[0.0, 0.0], *PAIR]) * ROW, np.array([[0.0, 0.0], *PAIR]), None),
        (Y[:, :1] + ROW, Y[:, :1], None),
        (Y[:1] + X[:1], Y[:1], None),
    ],
)
def test_a_factor_or_a_summand_is_that_of_different_numbers(received, expected, text):
    assert seen(received, expected) == text


@pytest.mark.parametrize("expected", [PAIR, DEEP, DEEP[:1]])
@pytest.mark.parametrize("name", ["row", "column"])
def test_rows_and_columns_are_those_of_the_last_axis(expected, name):
    own = np.arange(expected.shape[-1])
    if name == "row":
        own = np.arange(expected[..., 0].size).reshape(expected[..., :1].shape)
    text = f"Each {name} of your result is the expected one {{}} a number of its own."
    assert seen(expected * (own + 2), expected) == text.format("times")
    assert seen(expected * 2 * own, expected) == text.format("times")
    assert seen(expected + own, expected) == text.format("plus")


@pytest.mark.parametrize(
    ("received", "expected", "text"),
    [
        (PAIR.T, PAIR, "Your result is the expected one, transposed."),
        (PAIR[::-1], PAIR, "Your result has the right numbers, in another order."),
        (np.trunc(Y), Y, "Your numbers are the expected ones without their decimals."),
        (np.round(Y / 7, 3), Y / 7, "Your numbers are the expected ones, rounded to 3 decimals."),
        (np.round(Y / 7, 5), Y / 7, "Your numbers are the expected ones, rounded to 5 decimals."),
        (np.round(Y / 7, 8), Y / 7, None),
        (Y**2 / 50, abs(Y) / 10, None),
        (but(LINE, 1, 7.0), LINE, "Your result is wrong at index 1 alone."),
        (but(LINE[:2], 1, 7.0), LINE[:2], None),
        (but(PAIR, (0, 1), 7.0), PAIR, None),
        (but(DEEP, (0, 1), 7.0), DEEP, "Your result is wrong in row (0, 1) alone."),
        (but(Y[:, 1:], (..., 1), 7.5), Y[:, 1:], "Your result is wrong in column 1 alone."),
    ],
)
def test_order_rounding_and_place_are_read(received, expected, text):
    assert seen(received, expected) == text


CLIPPED = ", and the expected ones do: are they clipped?"
CONSTANT = np.array([[5.0, 5.0], [-3.0, -3.0], [2.5, 2.5]])


@pytest.mark.parametrize(
    ("received", "expected", "text"),
    [
        (Y.clip(-2, 2), Y, f"Your numbers never pass ±2{CLIPPED}"),
        (Y.clip(-1.5, 2), Y, f"Your numbers never fall below −1.5 and never pass 2{CLIPPED}"),
        (Y.clip(max=1.125), Y, f"Your numbers never pass 1.125{CLIPPED}"),
        (Y.clip(min=0), Y, f"Your numbers never fall below 0{CLIPPED}"),
        (Y * (Y > 0), Y, f"Your numbers never fall below 0{CLIPPED}"),
        (LINE.clip(max=3), LINE, f"Your numbers never pass 3{CLIPPED}"),
        (LINE.clip(max=3.125), LINE, "Your result is wrong at index 2 alone."),
        (np.array([1.0, 2, 5]), np.array([1.0, 2, 9]), "Your result is wrong at index 2 alone."),
        (
            np.array([1e3, -1e3]),
            np.array([9999.85, -9999.85]),
            f"Your numbers never pass ±1000{CLIPPED}",
        ),
        (np.array([1.0, -1.0]), np.array([1.75, -1.625]), None),
        (np.array([1.0, 1.0]), np.array([1.75, 1.625]), None),
        (np.array([1.0, 1 + 1e-9, 1.0]), np.array([-1.0, 1.0, -1.0]), None),
        (but(Y.clip(-2, 2), (0, 0), 1.9), Y, None),
    ],
)
def test_numbers_that_stop_at_a_limit_are_told(received, expected, text):
    assert seen(received, expected) == text


def test_rows_of_one_number_show_no_pattern():
    own = np.array([[2.0], [3.0], [4.0]])
    assert seen(CONSTANT * own, CONSTANT) is None
    assert seen(CONSTANT + own, CONSTANT) is None
    assert seen(CONSTANT.clip(-2, 2.5), CONSTANT) is None
    one = but(CONSTANT, (0, 0), 4.0)
    assert seen(one * own, one) is None
    two = but(one, (1, 0), 1.0)
    assert seen(two * own, two).startswith("Each row of your result is the expected one times")
    assert seen(two + own, two).startswith("Each row of your result is the expected one plus")


def test_a_summand_in_which_the_expected_numbers_are_lost_is_none():
    assert seen(0 * Y + 4.743e6) is None
    assert seen(0 * Y + 1e6 * ROW) is None
    assert seen(np.float32(Y) + np.float32(1000)) == "Each number is the expected one plus 1000."


def test_beside_what_rounding_left_no_summand_is_seen():
    noise = 1e-17 * Y
    assert seen(noise + 2) is None
    assert seen(noise + ROW) is None
    assert seen(noise * 0 + ROW, noise) is None
    assert seen(noise * 0 + X[0], noise) is None
    mixed = but(noise, 2, Y[2])
    assert seen(mixed + ROW, mixed) is None
    assert seen(1e-6 * (Y + ROW), 1e-6 * Y) is not None


def test_a_place_is_wrong_alone_only_beside_numbers_that_were_computed():
    still = but(0 * Y, (slice(None), 1), LINE)  # all other columns are constant, say
    assert seen(but(still, (slice(None), 1), 7.5), still) is None
    assert seen(but(1e-17 * Y, 0, 7.5), but(1e-17 * Y, 0, Y[0])) is None
    one = case(but(Y, 1, 7.5))
    assert read([one, case(2 * Y + X), case(X * Y)]) is None
    text = "Your result is wrong in row 1 alone."
    assert read([one, one, case(X * Y)]) == (
        f"{text} Not all of your wrong answers are so.",
        [0, 1],
    )


def test_a_whole_number_beyond_all_floats_is_not_infinite():
    text = "You return a whole number that no float can hold."
    assert seen(10**5000, 5.0) == text
    assert seen((-(10**400), 1.0), (5.0, 1.0)).endswith(
        "It has a whole number that no float can hold."
    )
    assert seen(math.inf, 5.0) is None


def test_a_few_numbers_may_be_whole_for_another_reason():
    assert seen(np.ones(2), np.array([0.8485, 1.1314])) is None
    assert seen(np.ones(2), np.array([1.125, 1.25])) is None
    rounded = seen(np.array([0.8, 1.1]), np.array([0.8485, 1.1314]))
    assert rounded == "Your numbers are the expected ones, rounded to 1 decimal."


def test_of_complex_numbers_only_the_shape_is_read():
    assert seen(1j * Y) is None
    assert seen(np.sin(Y), Y + 1j * X) is None
    assert seen(1j * Y.T, 1j * Y).endswith("the right numbers, transposed.")


def test_of_several_results_the_wrong_one_is_read():
    assert seen((2.5 * Y, X), (Y, X)) == (
        "In this call only the first of 2 results has wrong numbers. "
        "Each number is 2.5 times the expected one."
    )
    assert seen([0.5, 2.0 + 1e-8, 5.9], [0.5, 2.0, 6.0]) == (
        "In this call the third of 3 results is wrong."
    ), "the second is off by a little"
    tiny = 1e-14 * X
    assert seen((2.5 * Y, 1.1 * tiny), (Y, tiny)) is None, "the second is wrong, too"
    assert seen((X, Y, ROW), (Y, X, ROW)) == (
        "Your results are right, in another order: the first is what should be the second."
    )


@pytest.mark.parametrize(
    ("received", "expected", "text"),
    [
        (Y, (Y, X), "You return one value where 2 values are expected."),
        (Y, (Y,), "You return an array where a tuple is expected."),
        ({"a": Y}, (Y, X), "You return a dictionary where a tuple is expected."),
        (Y[0, :2], (0.5, -1.5), "You return an array where a tuple is expected."),
        (Y[0, :2], [0.5, -1.5], "You return an array where a list is expected."),
        ((Y,), (Y, X), "You return 1 value where 2 values are expected."),
        ((Y, X), [Y], "You return 2 values where 1 value is expected."),
        ((Y,), Y, "You return 1 value where one array is expected. There is a comma after it."),
        ((-Y, -X), (Y, X), "Each number has the wrong sign."),
        ((-Y, 2.5 * X), (Y, X), None),
        ((-Y,), (Y,), "Each number has the wrong sign."),
        (("a", -Y), ("a", Y), f"{ONLY} second of 2 {WRONG} Each number has the wrong sign."),
        ((-Y, np.float32(X)), (Y, X), f"{ONLY} first of 2 {WRONG} Each number has the wrong sign."),
        ((1, 2, 3, 4, 5, 7), (1, 2, 3, 4, 5, 6), f"{ONLY} 6th of 6 results is wrong."),
        (
            (math.nan, 0.5),
            (1.0, 0.5),
            f"{ONLY} first of 2 results is wrong. It is NaN.",
        ),
        (("b", "a"), ("a", "b"), f"{SWAPPED} the first is what should be the second."),
        ((X, np.float32(Y)), (Y, X), f"{SWAPPED} the first is what should be the second."),
        ((*"abced",), (*"abcde",), f"{SWAPPED} the fourth is what should be the fifth."),
        ((*"abcdfe",), (*"abcdef",), None),
        ({"a": -Y, "b": -Y}, {"a": Y, "b": Y}, None),
        ({}, {"a": Y}, "The keys of your dictionary are none; expected: 'a'."),
        (
            ((3, 2), Y),
            ((2, 3), Y),
            f"{ONLY} first of 2 {WRONG} Its values are right, in another order: the first is what "
            "should be the second.",
        ),
        (
            ((3,), Y),
            ((3, 4), Y),
            f"{ONLY} first of 2 {WRONG} It has 1 value where 2 values are expected.",
        ),
        ({"a": Y, "b": X}, {"a": Y}, "The keys of your dictionary are 'a', 'b'; expected: 'a'."),
        (
            ({"a": 1.0}, {"a": 2.0}),
            (1.0, 2.0),
            "Your results are dictionaries where numbers are expected.",
        ),
    ],
)
def test_several_results_are_counted_and_told_apart(received, expected, text):
    assert seen(received, expected) == text


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
        ("a", Y, "You return a string where an array is expected."),
        (([Y], 1.0), ({"a": Y}, 1.0), "The first of your 2 results is a list where a dict"),
        ([[1.0], [2.0]], [1.0, 2.0], "Your results are lists where numbers are expected."),
        ({"a": Y}, {"b": Y}, "The keys of your dictionary are 'a'; expected: 'b'."),
        (
            {"a": Y, "b": -Y},
            {"a": Y, "b": Y},
            "Of the 2 values of your dictionary only 'b' has wrong numbers. Each number has the",
        ),
        (
            {"a": Y * (1 + 1e-7), "b": -Y},
            {"a": Y, "b": Y},
            "Of the 2 values of your dictionary 'b' has wrong numbers. Each number has the wrong",
        ),
    ],
)
def test_what_is_no_number_is_called_by_its_kind(received, expected, text):
    assert seen(received, expected).startswith(text)


def test_a_tensor_is_called_so():
    torch = pytest.importorskip("torch")
    assert seen([1.0], torch.ones(2)) == "You return a list where a tensor is expected."


def test_where_none_is_a_right_answer_of_others_it_is_no_forgotten_return():
    text = "You return an array where None is expected."
    assert read([case(None), case(Y, None)]) == (text, [1])
    assert read([case(None), case(2 * Y, Y)]) is not None


@pytest.mark.parametrize(
    ("received", "expected", "text"),
    [
        ((Y, None), (Y, X), "The second of your 2 results is None where an array is expected."),
        (
            (Y, None, None),
            (Y, X, X),
            "The second and the third of your 3 results are None where arrays are expected.",
        ),
        ((None, None), (Y, X), "Your results are None where arrays are expected."),
        (
            {"a": Y, "b": None},
            {"a": Y, "b": X},
            "In your dictionary 'b' is None where an array is expected.",
        ),
        (
            (Y, (Y, None)),
            (Y, (Y, X)),
            f"{ONLY} second of 2 {WRONG} The second of its 2 values is None where an array is "
            "expected.",
        ),
        ((Y, None), (Y, (Y, X)), "The second of your 2 results is None where a tuple is expected."),
    ],
)
def test_none_in_a_part_is_no_forgotten_return(received, expected, text):
    assert seen(received, expected) == text


@pytest.mark.parametrize(
    ("value", "kind"),
    [({"plain": None}, "None"), ({"plain": [1.0]}, "a list"), ({"method": "bias"}, "a method")],
)
def test_an_attribute_is_called_by_its_kind_and_is_no_forgotten_return(value, kind):
    step = Step({"do": "get", "on": 1, "name": "bias"}, {"value": value})
    text = f"`it.bias` is {kind} where an array is expected."
    assert read([(step, {"value": {"plain": Y}})]) == (text, [0])


def test_a_gradient_that_does_not_arrive_is_no_forgotten_return():
    operation = {"do": "gradients", "output": 1, "gradient": Y}
    text, _ = read([(Step(operation, {"value": [Y, None]}), {"value": [Y, X]})])
    assert text.startswith("No gradient flows back to an argument")
    assert read([(Step(operation, {"value": [-Y, None]}), {"value": [Y, None]})]) is not None


def test_one_number_may_be_chance_and_two_are_not():
    one, two = (case(math.sqrt(3 / 4) * value, value) for value in (3.0, 5.0))
    assert read([one]) is None
    text = "Each number is 0.866 times the expected one, here and in 1 other answer."
    assert read([one, two]) == (text, [0, 1])
    assert read([one, one]) is None, "it may be a summand"


TELLING = (2, 3), (5, 4), (4, 7)
"""Shapes whose axes have several lengths."""


def scaled(factor, shapes=TELLING):
    """Return answers to calls with arrays of some shapes, each times a factor of its shape."""
    xs = [1.0 + np.arange(math.prod(shape)).reshape(shape) ** 2 for shape in shapes]
    return [case(factor(*x.shape) * x, x, x + 1) for x in xs]


@pytest.mark.parametrize(
    ("factor", "text"),
    [
        (
            lambda n: math.sqrt((n - 1) / n),
            "√((n − 1)/n){}: as if a variance were divided by n − 1",
        ),
        (
            lambda n: math.sqrt(n / (n - 1)),
            "√(n/(n − 1)){}: as if a variance were divided by n, not n − 1",
        ),
        (
            lambda n: math.sqrt((n + 1) / n),
            "√((n + 1)/n){}: as if a variance were divided by n + 1",
        ),
        (lambda n: n / (n + 1), "n/(n + 1){}: as if a mean were divided by n + 1"),
        (lambda n: n / (n - 1), "n/(n − 1){}: as if a mean were divided by n − 1"),
        (lambda n: (n - 1) / n, "(n − 1)/n{}: as if a sum were divided by n, not n − 1"),
        (lambda n: n, "n{}: as if a sum stood where a mean should"),
        (lambda n: 1 / n, "1/n{}: as if a mean stood where a sum should"),
        (math.sqrt, "√n{}"),
        (lambda n: 1 / math.sqrt(n), "1/√n{}"),
    ],
)
def test_a_slip_is_named_that_gives_the_factor_of_each_answer(factor, text):
    for axis, name in (-1, "the last axis"), (0, "the first axis"):
        of = f" times the expected one, where n is the length of {name}"
        named = f"Each number is {text.format(of)}."
        assert read(scaled(lambda *shape, at=axis: factor(shape[at]))) == (named, [0, 1, 2])


def test_an_axis_that_is_neither_first_nor_last_is_an_axis():
    cases = scaled(lambda *shape: shape[1], [(2, 3, 4), (3, 5, 2)])
    text, _ = read(cases)
    assert text.startswith("Each number is n times the expected one, where n is the length of an a")


def test_a_slip_that_fits_one_answer_alone_is_not_named():
    for shapes in (TELLING, TELLING[:2], TELLING[:1]):
        text, _ = read(scaled(lambda rows, columns: 3.0, shapes))
        assert text.startswith("Each number is 3 times the expected one"), "not the 3 columns"
        assert "n" not in text.split(), "nor any other length"
    fits, other = scaled(lambda rows, columns: columns if columns == 3 else 2.7, TELLING[:2])
    assert read([fits, other]) == ("Each number is 3 times the expected one.", [0])
    assert read([*scaled(lambda rows, columns: columns), case(np.sin(Y))])[0].endswith("one.")


def test_where_all_sizes_are_alike_no_slip_is_named():
    cases = scaled(lambda rows, columns: math.sqrt((columns - 1) / columns), [(2, 3), (2, 3)])
    text = "Each number is 0.8165 times the expected one, here and in 1 other answer."
    assert read(cases) == (text, [0, 1])


def test_of_two_slips_that_fit_none_is_named():
    root_of_rows = scaled(lambda rows, columns: columns, [(4, 2), (9, 3)])
    assert read(root_of_rows) == ("Each number is 2 times the expected one.", [0])


def test_of_two_axes_a_mean_is_divided_by_the_length_of_the_other():
    where = "times the expected one, where n and m are the lengths of two axes: as if"
    assert read(scaled(lambda rows, columns: columns / rows)) == (
        f"Each number is n/m {where} a mean of n numbers were divided by m.",
        [0, 1, 2],
    )
    assert read(scaled(lambda rows, columns: math.sqrt(rows / columns)))[0] == (
        f"Each number is √(m/n) {where} a variance of n numbers were divided by m."
    )


def test_answers_that_fit_any_factor_fit_the_others():
    constant = case(np.full((2, 2), 2.5), np.ones((2, 2)))
    assert read([constant]) is None
    found = read([case(2.5 * Y), constant])
    assert found == (
        "Each number is 2.5 times the expected one, here and in 1 other answer.",
        [0, 1],
    )
    added = case(np.full((2, 2), 1.5), np.ones((2, 2)))
    found = read([case(Y + 0.5), added])
    text = "Each number is the expected one plus 0.5, here and in 1 other answer."
    assert found == (text, [0, 1])


def test_a_factor_of_most_answers_makes_another_the_argument_itself():
    by_chance = case(3 * Y, Y, 3 * Y)
    found, _ = read([case(3 * Y), by_chance, case(3 * Y)])
    assert found == "Each number is 3 times the expected one, here and in 2 other answers."
    assert read([by_chance, by_chance, case(3 * Y)])[0].startswith("Your result is equal to one")


def test_what_overflows_has_any_factor():
    overflown = case(but(3 * Y, (0, 0), np.inf))
    text, which = read([case(3 * Y), overflown, case(3 * Y)])
    assert text == "Each number is 3 times the expected one, here and in 1 other answer."
    assert which == [0, 2]


def test_half_precision_has_the_factor_of_wider_numbers():
    half = np.float16(Y)
    found = read([case(Y * 0.7), case(np.float16(half * 0.7), half), case(Y * 0.7)])
    assert found == (
        "Each number is 0.7 times the expected one, here and in 2 other answers.",
        [0, 1, 2],
    )


def test_a_factor_of_one_of_several_results_is_that_of_the_same_one_elsewhere():
    first = case((2.5 * Y, X), (Y, X))
    assert read([first, first]) == (
        f"{ONLY} first of 2 {WRONG} Each number is 2.5 times the expected one, here and in 1 other "
        "answer.",
        [0, 1],
    )
    second = case((X, 2.5 * Y), (X, Y))
    assert read([first, second])[0].endswith("2.5 times the expected one.")


def last_axis(factor):
    """Return what multiplies a result by a number that is made of the length of the last axis."""
    return lambda y, x: y * factor(x.shape[-1])


def same_factor(factor):
    """Return what multiplies every result by one number."""
    return lambda y, x: y * factor


OF_LAST = "times the expected one, where n is the length of the last axis"
PER_ROW = "Each row of your result is the expected one times a number of its own."
PER_COLUMN = "Each column of your result is the expected one times a number of its own."


@pytest.mark.parametrize("slug", ["layer_norm", "rms_norm", "standardize"])
@pytest.mark.parametrize(
    ("change", "text"),
    [
        *(
            (same_factor(each), rf"Each number is {each} times the expected one, here and in \d+")
            for each in (0.5, 0.6, 0.75, 1.0003, 2, 3)
        ),
        (last_axis(lambda n: n), f"Each number is n {OF_LAST}: as if a sum stood"),
        (last_axis(lambda n: n**0.5), rf"Each number is √n {OF_LAST}\.$"),
        (last_axis(lambda n: 1 / n), f"Each number is 1/n {OF_LAST}: as if a mean stood"),
        (last_axis(lambda n: n**-0.5), rf"Each number is 1/√n {OF_LAST}\.$"),
        (last_axis(lambda n: (n + 2) / n), r"Each number is [\d.]+ times the expected one\.$"),
        (lambda y, x: y + 0.25, r"Each number is the expected one plus 0\.25[.,]"),
        (lambda y, x: y + 1 / x.shape[-1], r"Each number is the expected one plus [\d.]+\.$"),
        (lambda y, x: y * (1 + abs(x).max(-1, keepdims=True)), re.escape(PER_ROW)),
        (lambda y, x: y * (2 + np.arange(x.shape[-1])), re.escape(PER_COLUMN)),
    ],
)
def test_what_is_said_of_an_exercise_is_true_of_each_answer(slug, change, text):
    exercise = find(slug)
    solution = load(exercise.solution, exercise.entry)

    def wrong(*arguments, **keywords):
        y = solution(*arguments, **keywords)
        return change(y, arguments[0]).astype(y.dtype)

    attempt = Attempt(Direct(wrong))
    checks = run(exercise, attempt)
    compared = Comparison(Asked(exercise, attempt.steps), steps_of_passing(checks))
    found, _ = read([(compared.steps[i], compared.expected[i]) for i in sorted(compared.wrong)])
    assert re.match(text, found)


def test_two_single_numbers_that_change_places_may_be_chance():
    swapped = case((0.0, 5.0), (5.0, 0.0))
    assert read([swapped]) is None
    text, _ = read([swapped, swapped])
    assert text.startswith(SWAPPED)


def test_plain_numbers_are_read_without_numpy(monkeypatch):
    monkeypatch.delitem(sys.modules, "numpy")
    swapped = case((0.0, 5.0), (5.0, 0.0), x=5.0)
    assert read([swapped, swapped])[0].startswith(SWAPPED)
    assert "numpy" not in sys.modules


def test_a_factor_of_0_is_said_as_what_it_is():
    cases = [case((0 * Y, X), (Y, X)), case((0 * X, Y), (X, Y))]
    assert read(cases)[0].endswith("Every number is 0, here and in 1 other answer.")


def test_a_zero_here_and_there_says_nothing():
    zero, other = case(0 * Y), case(np.sin(Y))
    text = "Every number of your result is 0. Not all of your wrong answers are so."
    assert read([zero, zero, other]) == (text, [0, 1])
    assert read([zero, other]) is None


def test_what_is_true_of_most_answers_is_said():
    cases = [case(2.5 * Y), case(-Y), case(2.5 * Y)]
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


def test_what_is_asked_behind_a_message_makes_no_other_place_of_it():
    operation = {"do": "call", "on": 0, "name": None, "arguments": (X,), "keywords": {}}
    message = "name 'maen' is not defined"
    line = f"norm.py, line 3: NameError: {message}"
    raised = [{"line": f"{line}{more}", "message": message} for more in (". Did you mean 'a'?", "")]
    cases = [(Step(operation, {"raised": each}), {"value": Y}) for each in raised]
    assert of_exceptions(cases)[1] == [0, 1]


def test_of_matrices_that_do_not_fit_their_sizes_are_said():
    operation = {"do": "call", "on": 0, "name": None, "arguments": (X,), "keywords": {}}
    with pytest.raises(ValueError, match="core dimension") as caught:
        np.ones((4, 6)) @ np.ones((18, 6))
    message = str(caught.value)
    raised = {"line": f"block.py, line 3: ValueError: {message}", "message": message}
    text, _ = of_exceptions([(Step(operation, {"raised": raised}), {"value": Y})])
    assert "block.py, line 3: ValueError. In a product" in text
    assert "here they have 6 and 18 numbers. Is one of the two to be transposed?" in text
    assert "gufunc" not in text


def test_a_product_that_fits_in_no_way_is_not_asked_to_be_transposed():
    operation = {"do": "call", "on": 0, "name": None, "arguments": (X,), "keywords": {}}
    message = "shapes (3,) and (4,) not aligned: 3 (dim 0) != 4 (dim 0)"
    raised = {"line": f"block.py, line 3: ValueError: {message}", "message": message}
    text, _ = of_exceptions([(Step(operation, {"raised": raised}), {"value": Y})])
    assert text.endswith("here they have 3 and 4 numbers.")


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
        (
            Aspect.DTYPE,
            np.float32(2),
            np.float64(2),
            "The dtype is float32 where float64 is expected.",
        ),
        (Aspect.SHAPE, Y[None], Y, "The shape is (1, 3, 4) where (3, 4) is expected."),
        (
            Aspect.DTYPE,
            (2.0, 1),
            (2.0, 1.0),
            "Your second result is of type int where float is expected, Python's own.",
        ),
        (
            Aspect.DTYPE,
            [[Y, Y]],
            [[Y, np.float32(Y)]],
            "The dtype of one of your results is float64 where float32 is expected.",
        ),
        (
            Aspect.DTYPE,
            2,
            2.0,
            "Your result is of type int where float is expected, Python's own.",
        ),
    ],
)
def test_what_is_wrong_beside_the_numbers_is_said(aspect, received, expected, text):
    assert of_aspect(aspect, {"value": received}, {"value": expected}) == text


def test_changed_arguments_are_named():
    answers = {"value": Y, "changed": ["x", "weight"]}, {"value": Y, "changed": []}
    text = of_aspect(Aspect.CHANGES, *answers)
    assert text == "Your function changes `x` and `weight`, which its caller still needs."
    left = "An argument that is to be changed is left as it was."
    assert of_aspect(Aspect.CHANGES, *reversed(answers)) == left
    assert of_aspect(Aspect.CHANGES, {"value": Y}, answers[0]) == left
    asked = {"value": Y, "changed": ["weight"]}
    text = of_aspect(Aspect.CHANGES, answers[0], asked)
    assert text == "Your function changes `x`, which its caller still needs."
    assert of_aspect(Aspect.CHANGES, asked, answers[0]) == left, "`weight` is changed as it should"


def test_an_argument_that_is_changed_as_it_should_may_need_no_gradient():
    torch = pytest.importorskip("torch")
    x = torch.tensor(Y)
    answers = ({"value": Y, "changed": ["x"], "became": {"x": each}} for each in (x, x.clone()))
    received, expected = answers
    received["became"]["x"].requires_grad_()
    text = of_aspect(Aspect.CHANGES, received, expected)
    assert text == "After the call `requires_grad` of `x` is not what it should be."


def test_where_a_gradient_flows_back_is_an_aspect():
    torch = pytest.importorskip("torch")
    plain, learns = torch.tensor(Y), torch.tensor(Y, requires_grad=True)
    why = "what should learn is no parameter, is frozen, or is cut from the graph."
    text = of_aspect(Aspect.GRADIENT, {"value": plain}, {"value": learns})
    assert text == f"No gradient flows back: {why}"
    text = of_aspect(Aspect.GRADIENT, {"value": (learns, plain)}, {"value": (learns, learns)})
    assert text == f"No gradient flows back from your second result: {why}"
    text = of_aspect(Aspect.GRADIENT, {"value": learns}, {"value": plain})
    assert text.startswith("A gradient flows back, where none is expected")


def test_a_key_of_any_length_is_shown_and_cut():
    text = seen({10**5000: 1.0, "a" * 1000: 1.0}, {"a": 1.0})
    assert text.startswith("The keys of your dictionary are 0x31e2")
    assert len(text) < 300


@pytest.mark.parametrize(
    ("place", "word"), [(0, "first"), (4, "fifth"), (10, "11th"), (20, "21st"), (22, "23rd")]
)
def test_a_place_is_an_ordinal(place, word):
    assert ordinal(place) == word


@given(
    stnp.arrays(np.float64, stnp.array_shapes(max_dims=3, max_side=4), elements=st.floats()),
    stnp.arrays(np.float64, stnp.array_shapes(max_dims=3, max_side=4), elements=st.floats()),
)
def test_any_two_arrays_can_be_read(received, expected):
    assert isinstance(seen(received, expected), str | None)


# ---- numbers that are tiny or huge, and zeros ----

SCALES = (1e-290, 1e-150, 1e-30, 1e-9, 1.0, 1e9, 1e30, 1e150)
FACTOR = re.compile(r"Each number is (\S+) times")
SUMMAND = re.compile(r"Each number is the expected one plus (.+?)\.?$")


def columns(*numbers):
    """Return numbers in a column."""
    return np.array(numbers, float)[:, None]


@pytest.mark.parametrize(
    ("received", "expected"),
    [
        (columns(-1e-138, 0, 2e-138), columns(-1.069, -0.2673, 1.336)),
        (columns(1e-142, 2e-142, 4e-142), columns(-1.069, -0.2673, 1.336)),
        (columns(0, 1e-9, -3e-9), columns(2, -1, 0.5)),
        (columns(1e-200, 0), columns(1, 2e-200)),
        (columns(1, 5e-12, 2), columns(2, 5e-12, 4)),
        (np.array([3e-20, 1e-20, -4e-20]), np.array([1e-20, 5e-20, 2e-20])),
        (np.array([1e300, 2.0, 3e300]), np.array([1e-300, 1.0, 1e-300])),
        (np.array([1e-300, 3e-300]), np.array([1e100, 2e100])),
        (np.array([0.5, 2e10, 4e10]), np.array([0.0, 1e10, 2e10])),
        (X + 1e8 - 2, X + 1e8),
        (X * 1e-12 + [[0], [1e-10], [3e-10]], Y * 1e-12),
        (1e-11 * Y.T[:3, :3], 1e-11 * X[:3, :3]),
    ],
)
def test_of_tiny_and_huge_numbers_nothing_false_is_said(received, expected):
    for scale in (1.0, 1e3, 1e-3):
        text = seen(received * scale, expected * scale) or ""
        if factor := FACTOR.match(text):
            assert np.allclose(received, float(factor[1]) * expected, rtol=1e-3, atol=0), text
        elif summand := SUMMAND.match(text):
            difference = (received - expected) * scale
            assert np.allclose(difference, float(summand[1]), rtol=1e-3, atol=0), text
        else:
            assert not text, text


def test_an_array_of_a_large_mean_is_no_argument_of_about_the_same_size():
    assert seen(X + 1e8 - 2, Y, X + 1e8) is None
    assert seen(X + 1e8, Y, X + 1e8) == "Your result is equal to one of the arguments."


def test_that_a_dictionary_alone_is_wrong_is_said_where_more_is_known_of_it():
    right, wrong = {"w": Y, "b": LINE}, {"w": Y + X, "b": LINE * LINE}
    losses = [0.5, 0.25]
    assert seen((wrong, losses), (right, losses)) is None
    assert seen((losses, wrong), (losses, right)) is None
    missing = "In this call only the first of 2 results has wrong numbers. The keys"
    assert seen(({"w": Y}, losses), (right, losses)).startswith(missing)
    value = "Of the 2 values of your dictionary only 'b' has wrong numbers."
    one = {**right, "b": LINE * LINE}
    assert seen((one, losses), (right, losses)) == f"{ONLY} first of 2 {WRONG} {value}"
    assert seen((wrong, [0.5, 9.0]), (wrong, losses)) == (
        f"{ONLY} second of 2 {WRONG} Of its 2 values only the second is wrong."
    )


def test_right_beside_large_numbers_is_a_tiny_one_that_is_right():
    """0 for 1e-300 is wrong, though it passes where others are 5."""
    assert seen(np.array([0.0, 7.0, 5.0]), np.array([1e-300, 4.0, 5.0])) is None
    text = "Your result is wrong at index 1 alone."
    assert seen(np.array([1e-300, 7.0, 5.0]), np.array([1e-300, 4.0, 5.0])) == text
    assert seen(np.array([1e-17, 7.0, 5.0]), np.array([0.0, 4.0, 5.0])) == text


@pytest.mark.parametrize("scale", SCALES)
def test_a_pattern_is_seen_at_any_scale(scale):
    y = Y * scale
    assert seen(-3 * y, y, X) == "Each number is -3 times the expected one."
    assert seen(HOLE * scale * 2, HOLE * scale, X) == "Each number is 2 times the expected one."
    assert (seen(y + 2 * scale, y, X) or "").startswith("Each number is the expected one plus")
    rows = "Each row of your result is the expected one times a number of its own."
    assert seen(y * ROW, y, X) == rows
    columns_of = "Each column of your result is the expected one plus a number of its own."
    assert seen(y + scale * np.array([1.0, 3, -2, 0.5]), y, X) == columns_of
    square = scale * np.array([[1.0, 2.5, 4], [-3, 7, 9], [5, 0, -6]])
    assert seen(square.T, square, X) == "Your result is the expected one, transposed."
    assert seen(but(y, (1, slice(None)), 9 * scale), y, X) == "Your result is wrong in row 1 alone."


@pytest.mark.parametrize("scale", [1e-200, 1e-30, 1e-10])
def test_tiny_numbers_are_not_rounded_where_nothing_is_left_of_them(scale):
    received = np.array([0.3, 0.1, -0.2]) * scale
    assert seen(received, np.array([0.45, 0.05, 0.3]) * scale, LINE) is None


def test_factors_of_tiny_answers_have_nothing_in_common():
    tiny = [case(f * Y, Y) for f in (2e-139, 5e-142, -1e-100)]
    assert "other answer" not in read(tiny)[0]
    alike = [case(2e-139 * Y * f, Y * f) for f in (1, 3, 1e-20)]
    text = "Each number is 2e-139 times the expected one, here and in 2 other answers."
    assert read(alike)[0] == text
    off = [case(Y * 1e-120 + c, Y * 1e-120) for c in (1e-120, 3e-120)]
    assert "other answer" not in read(off)[0]
