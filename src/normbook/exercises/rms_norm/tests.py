"""What an RMSNorm must do. Small numbers, so that a wrong one shows."""

import math

import numpy as np


def one_row(row, weight, eps):
    """Return RMSNorm of one row, number by number."""
    rms = math.sqrt(sum(value * value for value in row) / len(row) + eps)
    return [w * value / rms for value, w in zip(row, weight, strict=True)]


def by_hand(x, weight=None, eps=1e-6):
    """Return RMSNorm of every row along the last axis, in float64."""
    rows = np.asarray(x, dtype=np.float64).reshape(-1, x.shape[-1]).tolist()
    weight = [1.0] * x.shape[-1] if weight is None else weight.tolist()
    return np.array([one_row(row, weight, eps) for row in rows]).reshape(x.shape)


def expect(received, expected, question, tolerance=1e-5):
    """Fail with a question, unless the values agree."""
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected.shape, (
        f"{question}\nreceived shape {shape}\nexpected shape {expected.shape}"
    )
    assert np.allclose(received, expected, rtol=tolerance, atol=tolerance), (
        f"{question}\nreceived {show(received)}\nexpected {show(expected)}"
    )


def expect_every_digit(received, expected):
    """Fail with a question, unless float64 numbers agree in nine digits."""
    off = ~np.isclose(received, expected, rtol=1e-9, atol=1e-9)
    assert not off.any(), (
        "eps=0.0: float64 holds 15 digits. Do you keep them, round nothing, and add no ε?\n"
        f"received {received[off][0]}\nexpected {expected[off][0]}"
    )


def show(array):
    """Return an array in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(array).split())


def expect_the_same(received, expected, x):
    """Fail with a question, unless a result of x, whatever it is, comes again."""
    assert np.shape(expected) == x.shape and np.unique(expected).size > 1, (
        f"Is there a result, of the shape of x?\nreceived {show(expected)}"
    )
    assert not np.array_equal(expected, x), f"Is anything done to x?\nreceived {show(expected)}"
    expect(received, expected, "Is the result the same where arrays may not be written to?")


def test_each_row_is_divided_by_its_root_mean_square(attempt):
    rows = np.array([[3.0, 4.0], [-6.0, 8.0], [5.0, 5.0]])
    sequences = np.array([[[1.0, 2.0], [5.0, 3.0], [0.0, 9.0]], [[7.0, 7.5], [2.0, 8.0], [4.0, 1]]])
    inputs = [rows, sequences, sequences[:, None], np.array([3.0, 4.0]), rows[:, :1], np.eye(1, 40)]
    inputs.append(sequences.swapaxes(0, 1))
    expected = [by_hand(x, eps=0.0) for x in inputs]
    received = [attempt(x, x.shape[-1], eps=0.0) for x in inputs]
    questions = [
        "Do you divide x itself by the root of the mean of its squares?",
        "For x of (N, T, D): does every position have its own root mean square?",
        "For x of (N, 1, T, D): do three leading axes work?",
        "Does it work for a single row, of shape (D,)?",
        "D = 1: is each row, of one number, divided by its size?",
        "One of 40 numbers is 1, the others are 0: its y is 6.3. Does it stay so large?",
        "x is a view, with two axes exchanged. Does every result reach its place in y?",
    ]
    for y, right, question in zip(received, expected, questions, strict=True):
        expect(y, right, question)


def test_eps_stands_inside_the_root(attempt):
    rows = np.array([[1.0, 2.0, 2.0], [0.01, 0.02, 0.02]])
    small, tiny, zeros = rows[:1] / 100, rows[:1] / 1e14, rows[:1] * 0
    expected = by_hand(rows, eps=0.1), by_hand(small), by_hand(tiny, eps=0.0)
    # First with a weight, then one row: a mistake may raise an error without it, or of several rows.
    weighted = attempt(rows, 3, np.ones(3), eps=0.1)
    alone = attempt(rows[:1], 3, eps=0.1)
    received = attempt(rows, 3, eps=0.1), attempt(small, 3), attempt(tiny, 3, eps=0.0)
    y = attempt(zeros, 3)
    question = "is each row divided by the root of its mean square + {}?"
    expect(received[0], expected[0], "With eps=0.1: " + question.format(0.1))
    expect(received[1], expected[1], "With no ε given: " + question.format("1e-6"))
    expect(received[2], expected[2], "With eps=0.0: " + question.format("nothing"))
    expect(y, np.zeros((1, 3)), "A row of zeros has no size. Does ε keep it from 0/0?")
    expect(alone, expected[0][:1], "One row, eps=0.1: " + question.format(0.1))
    expect(weighted, expected[0], "A weight of ones, eps=0.1: " + question.format(0.1))


def test_each_feature_has_its_own_weight(attempt):
    x = np.array([[1.0, 2.0, 4.0], [-2.0, 1.0, 2.0]])
    weight = np.array([2.0, -1.0, 0.5])
    expected = by_hand(x, weight, 0.0)
    weighted, alone = attempt(x, 3, weight, eps=0.0), attempt(x[0], 3, weight, eps=0.0)
    expect(weighted, expected, "Is each feature, once divided, multiplied by its own weight?")
    expect(alone, expected[0], "A single row, of shape (D,), has a weight. Is its result of (D,)?")
    for given in (np.array([0.0, 2.0, 3.0]), np.zeros(3)):
        y = attempt(x, 3, given, eps=0.0)
        question = "A weight may hold zeros. Do you ask only whether it is None?"
        expect(y, by_hand(x, given, 0.0), question)
    expect_every_digit(weighted, expected)


def test_the_dtype_is_kept_and_nothing_overflows_on_the_way(attempt):
    steep = np.array([1.0, 40000.0], dtype=np.float16)
    row = np.array([[300.0, 400.0, 200.0]], dtype=np.float16)
    lone = np.array([[350.0, 0, 0, 0, 0, 0, 0, 0]], dtype=np.float16)
    uneven = np.array([[60000.0, 0.0012]], dtype=np.float16)
    faint = np.array([[3e-7, 1.2e-7, -3e-7]], dtype=np.float16)
    large = np.array([1.0, 1e5, 1.0], dtype=np.float32)
    x = np.array([[3.0, 4.0]], dtype=np.float32)
    expected = [by_hand(row), by_hand(lone), by_hand(uneven, steep), by_hand(faint, large, 0.0)]
    half = attempt(row, 3)
    squares = attempt(lone, 8)
    weighted = attempt(uneven, 2, steep)
    lifted = attempt(faint, 3, large, eps=0.0)
    single = attempt(x, 2, np.array([2.0, 0.5]))  # a float64 weight
    zeros = attempt(row * 0, 3, eps=1e-8)
    double = attempt(np.array([[3e45, 4e45]]), 2)  # float32 has no such numbers
    beside = attempt(np.array([[3e25, 4e25]]), 2, np.array([2.0, 0.5], dtype=np.float32))
    expect(
        half, expected[0], "float16: 300² is infinite. Do you square all of 300, in float32?", 1e-3
    )
    expect(
        squares,
        expected[1],
        "float16: 350² is infinite. Do you square all of 350, in float32?",
        1e-3,
    )
    expect(zeros, np.zeros((1, 3)), "float16: 1e-8 is 0. Do you add ε in float32?")
    expect(weighted, expected[2], "float16: 2.8e-8 is 0. Do you cast back after the weight?", 1e-3)
    question = "float16, weight float32: are root and weight kept in float32 up to the result?"
    expect(lifted, expected[3], question, 1e-3)
    expect(double, np.array([[3.0, 4.0]]) / math.sqrt(12.5), "Is float64 computed in float64?")
    question = "float64, weight float32: is it computed in the dtype of x?"
    expect(beside, np.array([[6.0, 2.0]]) / math.sqrt(12.5), question)
    for given, y in (("float16", half), ("float32", single), ("float64", double)):
        dtype = getattr(y, "dtype", None)
        assert dtype == given, (
            f"x is {given}. Does the result have the dtype of x, whatever the weight's?\n"
            f"received {dtype}\nexpected {given}"
        )


def test_the_arguments_are_left_as_they_were(attempt):
    x = np.array([[1.0, 9.0, 2.0, 9.0, 4.0, 9.0]])[:, ::2]
    weight = np.array([2.0, -1.0, 0.5])
    attempt(x, 3, weight, eps=0.0)
    assert attempt.changed == [], (
        "Does your function write into its arguments, as `x /= …` does?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected all as they were"
    )
    attempt(x.astype(np.float32), 3, weight.astype(np.float32), eps=0.0)
    assert attempt.changed == [], (
        "float32: do you write into an array of which `copy=False` or `asarray` made no copy?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected all as they were"
    )
    before = attempt(x, 3, eps=0.0)
    for array in (x, weight):
        array.flags.writeable = False
    attempt(x, 3, weight, eps=0.0)
    expect_the_same(attempt(x, 3, eps=0.0), before, x)
