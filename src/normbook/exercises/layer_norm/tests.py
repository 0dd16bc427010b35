"""What a LayerNorm must do. Small numbers, so that a wrong one shows."""

import math

import numpy as np


def one_row(row, weight, bias, eps, fewer=0):
    """Return LayerNorm of one row, number by number, its variance of as many values fewer."""
    mean = sum(row) / len(row)
    var = sum((value - mean) ** 2 for value in row) / (len(row) - fewer)
    return [
        w * (value - mean) / math.sqrt(var + eps) + b
        for value, w, b in zip(row, weight, bias, strict=True)
    ]


def by_hand(x, weight=None, bias=None, eps=1e-5, fewer=0):
    """Return LayerNorm of every row along the last axis, in float64."""
    rows = np.asarray(x, dtype=np.float64).reshape(-1, x.shape[-1])
    weight = np.ones(x.shape[-1]) if weight is None else weight
    bias = np.zeros(x.shape[-1]) if bias is None else bias
    return np.array([one_row(row, weight, bias, eps, fewer) for row in rows]).reshape(x.shape)


def expect(received, expected, question, tolerance=1e-5):
    """Fail with a question, unless the values agree."""
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected.shape, (
        f"{question}\nreceived shape {shape}\nexpected shape {expected.shape}"
    )
    assert np.allclose(received, expected, rtol=tolerance, atol=tolerance), (
        f"{question}\nreceived {show(received)}\nexpected {show(expected)}"
    )


def expect_normed(received, question, x, *settings, tolerance=1e-5, **more):
    """Fail with a question, unless this is LayerNorm of x, whichever the divisor of its variance.

    The first test asks for that.
    """
    other = by_hand(x, *settings, **more, fewer=1)
    is_other = np.shape(received) == x.shape and np.allclose(received, other, tolerance, tolerance)
    if not is_other:
        expect(received, by_hand(x, *settings, **more), question, tolerance)


def expect_every_digit(received, *expected):
    """Fail with a question, unless float64 numbers agree in nine digits with one of the expected."""
    off = ~np.any([np.isclose(received, each, rtol=1e-9, atol=1e-9) for each in expected], axis=0)
    assert not off.any(), (
        "eps=0.0: float64 holds 15 digits. Do you keep them, round nothing, and add no ε?\n"
        f"received {received[off][0]}\nexpected {expected[0][off][0]}"
    )


def show(array):
    """Return an array in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(array).split())


def expect_normalized(result, moved):
    """Fail with a question, unless other results moved with the first number of x.

    How they are computed is not asked.
    """
    is_alike = np.ndim(result) > 0 and np.shape(moved) == np.shape(result)
    assert is_alike and not np.allclose(np.ravel(moved)[1:], np.ravel(result)[1:]), (
        "The first number of x is another now. Do mean and deviation move other results, too?\n"
        f"received {show(moved)}\nexpected more than one number other than in {show(result)}"
    )


def expect_the_same(received, expected, x):
    """Fail with a question, unless a result of x, whatever it is, comes again."""
    assert np.shape(expected) == x.shape and np.unique(expected).size > 1, (
        f"Is there a result, of the shape of x?\nreceived {show(expected)}"
    )
    expect(received, expected, "Is the result the same where arrays may not be written to?")


WRITES = "Does your function write into its arguments, as `x -= …` does?"


def expect_no_change(attempt, question=WRITES):
    """Fail with a question, if the last call has changed an argument."""
    assert attempt.changed == [], (
        f"{question}\nreceived {' and '.join(attempt.changed)} changed\nexpected all as they were"
    )


def test_each_row_is_centred_and_divided_by_its_deviation(attempt):
    x = np.array([[1.0, 0.0, 0.0, 0.0], [-8.0, -6.0, -4.0, -2.0]])
    y = attempt(x, 4, eps=0.0)
    expect(
        y,
        by_hand(x, eps=0.0),
        "Is a row centred on the mean of all D, and divided by the root of its variance?",
    )
    x = np.eye(1, 40)
    y = attempt(x, 40, eps=0.0)
    question = "One of 40 numbers is 1, the others are 0: its x̂ is 6.2. Does it stay so large?"
    expect(y, by_hand(x, eps=0.0), question)
    y = attempt(x[:, :1], 1)
    expect(y, np.zeros((1, 1)), "A row of one feature is constant. Is its x̂ 0?")


def test_eps_stands_inside_the_root(attempt):
    x = np.array([[1.0, 2.0, 4.0], [0.1, 0.2, 0.4]])
    y = attempt(x, 3, eps=0.1)
    expect_normed(y, "With eps=0.1: is each row divided by √(σ² + 0.1), once?", x, eps=0.1)


def test_eps_has_its_default_unless_given(attempt):
    x = np.array([[0.01, 0.02, 0.04]])
    expect_normed(attempt(x, 3), "No ε is given. Is each row divided by √(σ² + 1e-5)?", x)
    y = attempt(x, 3, eps=0.0)
    expect_normed(y, "With eps=0.0: is each row divided by σ alone?", x, eps=0.0)
    y = attempt(x / 1e12, 3, eps=0.0)
    expect_normed(y, "eps=0.0, tiny numbers: is σ all that they are divided by?", x, eps=0.0)
    y = attempt(x * 1e12, 3, eps=0.0)
    expect_normed(y, "eps=0.0, large numbers: is σ all that they are divided by?", x, eps=0.0)


def test_each_feature_has_its_own_weight_and_bias(attempt):
    x = np.array([[1.0, 2.0, 4.0], [3.0, 3.0, 0.0]])
    weight, bias = np.array([2.0, -1.0, 0.5]), np.array([0.5, -20.0, 30.0])
    y = attempt(x, 3, weight, bias, eps=0.0)
    expect_normed(y, "Is each feature scaled by its weight, then shifted?", x, weight, bias, 0.0)
    y = attempt(x, 3, weight=weight, eps=0.0)
    expect_normed(y, "Does it work with a weight and no bias?", x, weight=weight, eps=0.0)
    y = attempt(x, 3, bias=bias, eps=0.0)
    expect_normed(y, "Does it work with a bias and no weight?", x, bias=bias, eps=0.0)
    for given in (np.array([0.0, 2.0, 3.0]), np.zeros(3)):
        y = attempt(x, 3, given, given, eps=0.0)
        question = "Weight and bias may hold zeros. Do you ask only whether they are None?"
        expect_normed(y, question, x, given, given, 0.0)
    given = np.array([0.1, -1.3, 0.7])
    y = attempt(x, 3, given, given, eps=0.0)
    question = "Weight and bias are 0.1, −1.3, 0.7. Do you use them with all of their digits?"
    expect_normed(y, question, x, given, given, 0.0)
    expect_every_digit(y, *(by_hand(x, given, given, 0.0, fewer) for fewer in (0, 1)))


def test_any_number_of_axes_may_stand_before_the_features(attempt):
    x = np.array([[[1.0, 2.0], [5.0, 3.0], [0.0, 9.0]], [[7.0, 7.5], [2.0, 8.0], [4.0, 1.0]]])
    y = attempt(x, 2, eps=0.0)
    expect_normed(y, "x is of (N, T, D). Is every position normalized by itself?", x, eps=0.0)
    y = attempt(x[:, None], 2, eps=0.0)
    expect_normed(y, "x is of (N, 1, T, D). Do three leading axes work?", x[:, None], eps=0.0)
    turned = x.swapaxes(0, 1)
    y = attempt(turned, 2, eps=0.0)
    question = "x is a view, with two axes exchanged. Does every result reach its place in y?"
    expect_normed(y, question, turned, eps=0.0)
    x = np.array([-1.0, 2.0, 4.0])
    y = attempt(x, 3, eps=0.0)
    expect_normed(y, "x is of (D,). Is it normalized as the one row that it is?", x, eps=0.0)
    weight, bias = np.array([2.0, -1.0, 0.5]), np.array([1.0, 2.0, 3.0])
    as_a_row = attempt(x[None], 3, weight, bias, eps=0.0)
    alone = attempt(x, 3, weight, bias, eps=0.0)
    question = "x is of (D,), with weight and bias. Is the result that of x as (1, D), in one axis?"
    expect(alone, np.ravel(as_a_row), question)
    weight, bias = np.array([2.0, -1.0]), np.array([10.0, 20.0])
    x = np.array([[[1.0, 2.0], [5.0, 3.0]], [[0.0, 9.0], [7.5, 7.0]]])
    as_rows = attempt(x.reshape(4, 2), 2, weight, bias, eps=0.0)
    for given in (x, x[:, None]):
        y = attempt(given, 2, weight, bias, eps=0.0)
        question = f"x is of {given.shape}, with weight and bias. Has each feature its own?"
        expect(y, np.resize(as_rows, given.shape), question)


def test_a_constant_row_gives_the_bias(attempt):
    x = np.array([[5.0, 5.0, 5.0]])
    bias = np.array([1.0, 2.0, 3.0])
    y = attempt(x, 3, bias=bias)
    expect(y, bias[None], "Every x is 5, so that x̂ is 0. Is the result the bias?")
    x = np.array([[1.0, 2.0, 4.0], [3.0, 3.0, 0.0], [0.0, 5.0, 1.0]])
    x_moved = x + np.diag([6.0, 0.0, 0.0])
    expect_normalized(attempt(x, 3, bias=bias), attempt(x_moved, 3, bias=bias))


def test_a_large_mean_does_not_spoil_the_result(attempt):
    x = np.array([[10000.0, 10001.0, 10002.0, 10003.0]], dtype=np.float32)
    y = attempt(x, 4)
    question = "float32, mean 10,000: is the variance the mean of the squares of x − μ?"
    expect_normed(y, question, x, tolerance=2e-3)
    x = 1e9 + np.array([[1.0, 2.0, 4.0, 0.0, 3.0, 7.0]])
    y = attempt(x, 6)
    question = "float64, mean 10⁹: do you stay in float64, and square x − μ?"
    expect_normed(y, question, x)
    weight, bias = np.array([2.0, -1.0, 0.5, 1.0, 3.0, 2.0]), np.ones(6)
    y = attempt(x, 6, weight.astype(np.float32), bias.astype(np.float32))
    question = "float64, mean 10⁹, weight and bias float32: do you stay in the dtype of x?"
    expect_normed(y, question, x, weight, bias)


def test_the_result_has_the_dtype_of_x(attempt):
    x = np.array([[1.0, 2.0, 4.0]], dtype=np.float32)
    weight, bias = np.array([2.0, 1.0, 0.5]), np.array([1.0, 0.0, 2.0])  # float64
    y = attempt(x, 3, weight, bias, eps=0.0)
    dtype = getattr(y, "dtype", None)
    assert dtype == np.float32, (
        f"x is float32 and weight is float64. What is the result?\nreceived {dtype}\n"
        "expected float32"
    )
    expect_normed(y, "x is float32. Are the numbers right as well?", x, weight, bias, 0.0)
    y = attempt(x.astype(np.float64), 3, weight, bias, eps=0.0)
    dtype = getattr(y, "dtype", None)
    assert dtype == np.float64, (
        f"x is float64. What is the result?\nreceived {dtype}\nexpected float64"
    )
    y = attempt(x[:, :2].astype(np.float16), 2, weight[:2], bias[:2], eps=0.0)
    dtype = getattr(y, "dtype", None)
    assert dtype == np.float16, (
        f"x is float16. What is the result?\nreceived {dtype}\nexpected float16"
    )
    question = "x is float16. Are the numbers right as well?"
    expect_normed(y, question, x[:, :2], weight[:2], bias[:2], 0.0, tolerance=1e-2)


def test_the_arguments_are_left_as_they_were(attempt):
    x = np.array([[1.0, 9.0, 2.0, 9.0, 4.0, 9.0], [3.0, 9.0, 3.0, 9.0, 0.0, 9.0]])[:, ::2]
    weight, bias = np.array([2.0, -1.0, 0.5]), np.array([1.0, 2.0, 3.0])
    before = attempt(x, 3, weight, bias, eps=0.0)
    expect_no_change(attempt)
    attempt(np.full((2, 3), 7.0), 3, weight, bias)
    expect_no_change(attempt, f"{WRITES} A constant x, too?")
    attempt(x.astype(np.float32), 3, weight.astype(np.float32), bias.astype(np.float32), eps=0.0)
    question = (
        "float32: do you write into an array of which `copy=False` or `asarray` made no copy?"
    )
    expect_no_change(attempt, question)
    for array in (x, weight, bias):
        array.flags.writeable = False
    expect_the_same(attempt(x, 3, weight, bias, eps=0.0), before, x)
    x_moved = x + [[6.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    expect_normalized(before, attempt(x_moved, 3, weight, bias, eps=0.0))
