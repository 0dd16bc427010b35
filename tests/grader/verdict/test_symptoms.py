"""What is read from wrong numbers is true of them, or nothing is."""

import math
import sys

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
        (X, "Your result is equal to one of the arguments."),
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
    assert seen(torch.tensor(Y), learns).startswith("The numbers are right, and no gradient flows")
    assert seen(torch.tensor(-Y), learns) == "Each number has the wrong sign."
    assert seen(learns, torch.tensor(Y)) is None
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
    assert read([shows, shows, other]) == (text, [0, 1])
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
        (np.round(Y / 7, 4), Y / 7, None),
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
    tiny = 1e-14 * X
    assert seen((2.5 * Y, 1.1 * tiny), (Y, tiny)) is None, "the second is wrong, too"
    assert seen((X, Y, ROW), (Y, X, ROW)) == (
        "Your results are right, in another order: the first is what should be the second."
    )


@pytest.mark.parametrize(
    ("received", "expected", "text"),
    [
        (Y, (Y, X), "You return one value where 2 values are expected."),
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
    ],
)
def test_what_is_no_number_is_called_by_its_kind(received, expected, text):
    assert seen(received, expected).startswith(text)


def test_a_tensor_is_called_so():
    torch = pytest.importorskip("torch")
    assert seen([1.0], torch.ones(2)) == "You return a list where a tensor is expected."


def test_where_none_is_a_right_answer_of_others_it_is_no_forgotten_return():
    assert read([case(None), case(Y, None)]) is None
    assert read([case(None), case(2 * Y, Y)]) is not None


def test_one_number_may_be_chance_and_two_are_not():
    one, two = (case(math.sqrt(3 / 4) * value, value) for value in (3.0, 5.0))
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


@pytest.mark.parametrize(
    ("factor", "text"),
    [
        (math.sqrt(2 / 3), "√(2/3), as if a variance were divided by 3 − 1"),
        (math.sqrt(3 / 2), "√(3/2), as if a variance were divided by 3, not 3 − 1"),
        (math.sqrt(4 / 3), "√(4/3), as if a variance were divided by 3 + 1"),
        (3 / 4, "3/4, as if a mean of 3 numbers were divided by 3 + 1"),
        (3 / 2, "3/2, as if a mean of 3 numbers were divided by 3 − 1"),
        (2 / 3, "2/3, as if a mean of 3 numbers were a sum over 3 − 1 of them"),
        (3, "3 is the length of an axis, as if a sum stood where a mean should"),
        (1 / 3, "1/3, as if a mean over 3 numbers stood where a sum should"),
        (math.sqrt(3), "√3, where 3 is the length of an axis"),
        (1 / math.sqrt(3), "1/√3, where 3 is the length of an axis"),
    ],
)
def test_a_factor_is_named_by_the_slip_that_gives_it(factor, text):
    named = f"Each number is {factor:.4g} times the expected one: {text}."
    assert seen(factor * Y, x=LINE) == named


def test_of_two_axes_a_mean_is_divided_by_the_length_of_the_other():
    assert seen(2.5 * Y, x=np.ones((2, 5))).endswith(
        ": 5/2, as if a mean of 5 numbers were divided by 2, the length of another axis."
    )
    for factor in (2, math.sqrt(3 / 2)):
        text = seen(factor * Y, x=np.ones((2, 1)))
        assert text.endswith("expected one."), "these are too short to name"


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


def test_a_zero_here_and_there_says_nothing():
    zero, other = case(0 * Y), case(np.sin(Y))
    assert read([zero, zero, other]) == ("Every number of your result is 0.", [0, 1])
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


def test_of_matrices_that_do_not_fit_their_sizes_are_said():
    operation = {"do": "call", "on": 0, "name": None, "arguments": (X,), "keywords": {}}
    with pytest.raises(ValueError, match="core dimension") as caught:
        np.ones((4, 6)) @ np.ones((18, 6))
    message = str(caught.value)
    raised = {"line": f"block.py, line 3: ValueError: {message}", "message": message}
    text, _ = of_exceptions([(Step(operation, {"raised": raised}), {"value": Y})])
    assert "block.py, line 3: ValueError. In a product" in text
    assert "here they are 6 and 18." in text
    assert "gufunc" not in text


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


@given(
    stnp.arrays(np.float64, stnp.array_shapes(max_dims=3, max_side=4), elements=st.floats()),
    stnp.arrays(np.float64, stnp.array_shapes(max_dims=3, max_side=4), elements=st.floats()),
)
def test_any_two_arrays_can_be_read(received, expected):
    assert isinstance(seen(received, expected), str | None)
