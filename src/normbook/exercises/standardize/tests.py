"""What standardizing must do. The oracle goes number by number."""

import math

import numpy as np


def one_column(column):
    """Return the z-scores of a list."""
    mean = sum(column) / len(column)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in column) / len(column))
    return [(value - mean) / deviation for value in column]


def by_hand(x):
    """Return the z-scores of every column, in float64."""
    columns = [one_column([float(value) for value in column]) for column in x.T]
    return np.array(columns).T


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
        "float64 holds 15 digits. Do you keep them, and round nothing?\n"
        f"received {received[off][0]}\nexpected {expected[off][0]}"
    )


def show(array):
    """Return an array in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(array).split())


def test_each_column_is_centred_and_divided_by_its_deviation(attempt):
    x = np.array([[1.0, 10.0, -9.0], [2.0, 30.0, -9.0], [6.0, 20.0, 9.0], [3.0, 80.0, -9.0]])
    tiny = np.array([[1e-150], [2e-150], [4e-150]])
    huge = np.array([[1e150], [2e150], [4e150]])
    below = np.array([[-2.0, -30.0], [-3.0, -10.0], [-4.0, -20.0]])
    near = 2.0**50 + np.array([[0.0], [0.5], [1.0]])
    thirds = 1e9 + np.array([[0.0], [1.0], [4.0]])  # whose mean is rounded
    view = np.array([[1.0, 9.0, 2.0, 9.0], [3.0, 9.0, 7.0, 9.0], [8.0, 9.0, 0.0, 9.0]])[:, ::2]
    received, received_tiny, received_huge = attempt(x), attempt(tiny), attempt(huge)
    received_below, received_thirds = attempt(below), attempt(thirds)
    received_near, received_view = attempt(near), attempt(view)
    assert attempt.changed == [], (
        "Does your function write into x, as `x -= …` does?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected it as it was"
    )
    question = "Does each column have its own mean and deviation, whose variance divides by N?"
    expect(received, by_hand(x), question)
    question = "All values are negative. Is a column constant only where its own are all equal?"
    expect(received_below, by_hand(below), question)
    question = (
        "For a column of [1e-150, 2e-150, 4e-150]: is a number of yours added, or a threshold?"
    )
    expect(received_tiny, by_hand(tiny), question)
    question = (
        "For a column of [2⁵⁰, 2⁵⁰ + 0.5, 2⁵⁰ + 1]: are they told apart, in mean and deviation?"
    )
    expect(received_near, by_hand(near), question)
    question = "For a column of [10⁹, 10⁹ + 1, 10⁹ + 4]: are both factors of the square x − μ?"
    expect(received_thirds, by_hand(thirds), question)
    question = "For a column of [1e150, 2e150, 4e150]: is float64 computed in float64?"
    expect(received_huge, by_hand(huge), question)
    expect(received_view, by_hand(view), "Does it work on a view of every other column?")
    view.flags.writeable = False
    expect(attempt(view), by_hand(view), "Does it work on an array that may not be written to?")
    expect_every_digit(received, by_hand(x))


def test_a_constant_column_gives_0(attempt):
    x = np.array([[5.0, 1.0], [5.0, 2.0], [5.0, 6.0]])
    tenths = np.array([[0.1, 3.0], [0.1, 1.0], [0.1, 2.0]])
    zeros = np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 6.0]])
    huge = np.array([[2e30, 1.0], [2e30, 2.0], [2e30, 6.0]])
    received, received_tenths = attempt(x), attempt(tenths)
    received_zeros, received_huge = attempt(zeros), attempt(huge)
    for values, result, question in (
        (x, received, "A column of fives has deviation 0. Does it give 0?"),
        (tenths, received_tenths, "(0.1, 0.1, 0.1) has mean 0.10000000000000002. Does it give 0?"),
        (zeros, received_zeros, "A column of zeros is constant. Does it give 0?"),
        (huge, received_huge, "(2e30, 2e30, 2e30) is constant. Is each result 0, not nearly 0?"),
    ):
        shape = getattr(result, "shape", f"none: it is a {type(result).__name__}")
        assert shape == (3, 2), f"{question}\nreceived shape {shape}\nexpected shape (3, 2)"
        expect(result[:, 0], np.zeros(3), question)
        varied = result[:, 1]
        assert np.isfinite(varied).all() and len(set(varied.tolist())) == 3, (
            f"Beside a constant column stands {show(values[:, 1])}. Does it still vary?\n"
            f"received {show(varied)}\nexpected {show(by_hand(values[:, 1:])[:, 0])}"
        )


def test_float32_survives_a_large_mean_and_stays_float32(attempt):
    x = np.array([[10000.0, 2.0, 7.0], [10001.0, 1.0, 3.0], [10003.0, 5.0, 4.0]])  # square
    narrow = attempt(x.astype(np.float32))
    changed, wide = attempt.changed, attempt(x)
    tiny = np.array([[1e-17], [2e-17], [4e-17]], dtype=np.float32)
    received_tiny = attempt(tiny)
    question = "float32, mean 10,000: is the variance the mean of the squares of x − μ?"
    expect(narrow, by_hand(x), question, tolerance=1e-3)
    question = "float32, [1e-17, 2e-17, 4e-17]: is a number of yours added, or a threshold?"
    expect(received_tiny, by_hand(tiny), question, tolerance=1e-3)
    for name, received in (("float32", narrow), ("float64", wide)):
        dtype = getattr(received, "dtype", None)
        assert dtype == name, f"x is {name}. Is the result?\nreceived {dtype}\nexpected {name}"
    assert changed == [], (
        "x is float32. Does your function write into it, as `x -= …` does?\n"
        f"received {' and '.join(changed)} changed\nexpected it as it was"
    )
