"""What the sweep must find. The expected values are reasoned out by hand, row by row."""

import math

import numpy as np


def ask(attempt, x, candidates, dtype):
    """Return the answer to a call, and the call."""
    call = f"choose_epsilon({x.tolist()}, {candidates}, {dtype!r})"
    return attempt(x, candidates, dtype), call


def expect(asked, expected, question):
    """Fail with a question, unless the answer is the expected candidate, or None as expected."""
    received, call = asked
    if expected is None:
        right = received is None
    else:
        number = isinstance(received, (float, np.floating))
        right = number and math.isclose(received, expected, rel_tol=1e-2)
    assert right, f"{question}\nreceived {received!r}\nexpected {expected!r}\ncall {call}"


def test_the_smallest_candidate_that_serves_every_row_is_chosen(attempt):
    rows = np.array([[1.0, 3.0], [-10.0, 10.0]])
    unsorted = ask(attempt, rows, [0.2, 0.05, 0.1], "float32")
    in_turn = [ask(attempt, rows, each, "float32") for each in ([0.3, 0.05], [0.05, 0.3])]
    barely = ask(attempt, rows, [0.23], "float32")
    alone_too_large = ask(attempt, rows[:1], [1.4, 1.3], "float32")
    too_large = ask(attempt, rows, [0.24], "float32")
    mixed = ask(attempt, np.array([[0.1, 0.3], [-10.0, 10.0]]), [0.05, 0.02], "float32")
    uneven = ask(attempt, rows, [0.58], "float32")
    each_too_large = [ask(attempt, each, [0.6, 0.7], "float32") for each in (rows, rows[::-1])]
    wide = ask(attempt, rows[1:], [5.0], "float32")
    turned = ask(attempt, rows[::-1], [0.3], "float32")
    among_three = [ask(attempt, rows[order], [0.3], "float32") for order in ([1, 0, 1], [1, 1, 0])]
    constant = [
        ask(attempt, np.array([[each, each], [1.0, 3.0]]), [0.1], "float32") for each in (5.0, 0.1)
    ]
    long = ask(attempt, np.arange(12.0)[None], [0.1], "float32")
    near_mean = ask(attempt, np.array([[-1.0, 0.0, 0.0, 1.0]]), [0.05], "float32")
    alone = ask(attempt, rows[:1], [0.23], "float32")
    one_column = ask(attempt, np.array([[5.0], [1.0]]), [0.1, 0.2], "float32")
    far = ask(attempt, np.array([[10001.0, 10003.0, 10002.0, 10004.0]]), [0.1], "float32")
    below = ask(attempt, np.array([[-10001.0, -10003.0, -10002.0, -10004.0]]), [0.1], "float32")
    far_and_too_large = [
        ask(attempt, sign * np.array([[10000.0, 10001.0, 10002.0, 10003.0]]), [0.5, 0.6], "float32")
        for sign in (1, -1)
    ]
    question = "Rows of variance 1 and 100, candidates 0.2, 0.05, 0.1: do you return the smallest?"
    expect(unsorted, 0.05, question)
    for chosen in in_turn:
        expect(chosen, 0.05, "0.3 is too large, 0.05 serves. Do you judge each by itself?")
    question = "Variance 1, ε = 0.23: 1/√1.23 = 0.902. Is ε inside the root, the limit 0.9?"
    expect(barely, 0.23, question)
    question = (
        "One row of variance 1, ε = 1.3: 1/√2.3 = 0.66, less for 1.4. Does your spread divide by D?"
    )
    expect(alone_too_large, None, question)
    question = "Variances 1 and 100, ε = 0.24: 1/√1.24 = 0.898. Do you require 0.9 of each row?"
    expect(too_large, None, question)
    expect(mixed, None, "Variance 0.01, ε = 0.02: 1/√3 = 0.58. Must every row keep its spread?")
    question = (
        "Variances 1 and 100, ε = 0.58: spreads of 0.80 and 1.00. Do you require 0.9 of each row?"
    )
    expect(uneven, None, question)
    for chosen in each_too_large:
        question = (
            "Variances 1 and 100, ε = 0.6 and 0.7: spreads of 0.79 and 0.77 beside 1. Is it None?"
        )
        expect(chosen, None, question)
    expect(wide, 5.0, "Variance 100, ε = 5: 10/√105 = 0.98. Is ε added to the variance?")
    expect(turned, None, "Variances 100 and 1, ε = 0.3: do you require 0.9 of the last row?")
    for chosen in among_three:
        question = (
            "Variances 100, 1 and 100, or 100, 100 and 1, ε = 0.3: do you require 0.9 of each row?"
        )
        expect(chosen, None, question)
    for chosen in constant:
        expect(chosen, 0.1, "A constant row gives 0, which is finite. Do you require a spread?")
    expect(long, 0.1, "A row of 12 values, of variance 11.9: does 0.1 serve?")
    question = "−1, 0, 0, 1 and ε = 0.05: √(0.5/0.55) = 0.95. Do you average the squares of x − μ?"
    expect(near_mean, 0.05, question)
    expect(alone, 0.23, "One row of variance 1, ε = 0.23: 1/√1.23 = 0.902. Is the limit 0.9?")
    expect(one_column, 0.1, "A row of one value is constant. Do you require a spread of it?")
    question = "Mean 10,000, variance 1.25: do you square x − μ, and not x?"
    expect(far, 0.1, question)
    expect(below, 0.1, "Mean −10,002, variance 1.25: is the mean subtracted with its sign?")
    for chosen in far_and_too_large:
        expect(chosen, None, "Means ±10,001.5, variance 1.25, ε = 0.5 and 0.6: do you require 0.9?")
    for kind in (np.float64, np.float32):
        given = rows[:, ::-1].astype(kind)
        again = ask(attempt, given, [0.2, 0.1], "float32")
        expect(again, 0.1, f"The same rows as {given.dtype}: is the answer the same?")
        assert attempt.changed == [], (
            "Does your function sort `candidates`, or write into x?\n"
            f"received {' and '.join(attempt.changed)} changed\nexpected both as they were"
        )


def test_a_constant_row_needs_an_eps_that_the_dtype_can_hold(attempt):
    rows = np.array([[5.0, 5.0, 5.0], [1.0, 2.0, 6.0]])
    half = ask(attempt, rows, [1e-8, 1e-3, 1e-2], "float16")
    single = ask(attempt, rows, [1e-8, 1e-3], "float32")
    small = np.array([[0.005, 0.005], [1.0, 3.0]])
    tiny = ask(attempt, small, [1e-50, 1e-3], "float32")
    tenth = ask(attempt, rows, [1e-8, 0.1], "float16")
    nearly = ask(attempt, np.array([[1e-13, 2e-13, 1e-13]]), [0.1], "float32")
    unneeded = ask(attempt, rows[1:], [1e-8, 1e-3], "float16")
    shrunk = [
        ask(attempt, np.array([[5.0, 5.0], row]), [1e-50, 1e-3, 1e-2], "float32")
        for row in ([0.01, 0.03], [0.001, 0.002])
    ]
    zeros = ask(attempt, np.array([[0.0, 0.0], [1.0, 3.0]]), [1e-50, 1e-3], "float32")
    merged = ask(attempt, np.array([[1.0, 1.0001, 1.0], [1.0, 2.0, 6.0]]), [1e-8, 1e-3], "float16")
    question = "float16 knows no 1e-8: it is 0 there, and a constant row 0/0. Does 0.001 serve?"
    expect(half, 1e-3, question)
    expect(single, 1e-8, "float32 does know 1e-8. Do you compute in the dtype that is asked for?")
    question = (
        "float32 knows no 1e-50: it is 0 there. Do you round ε, and x before its mean is taken?"
    )
    expect(tiny, 1e-3, question)
    question = "0.1 in float16 is 0.09998. Do you return the candidate as it was given?"
    expect(tenth, 0.1, question)
    received, call = tenth
    assert float(received) == 0.1, f"{question}\nreceived {received!r}\nexpected 0.1\ncall {call}"
    question = "1e-8 is 0 in float16, but 1, 2, 6 needs no ε. Do you judge by the results alone?"
    expect(unneeded, 1e-8, question)
    expect(nearly, None, "1e-13 and 2e-13 are not equal. Do you require a spread of this row?")
    for chosen in shrunk:
        question = (
            "1e-50 is 0 in float32, and makes 5, 5 NaN; 0.001 leaves (0.01, 0.03) a spread of 0.30, and "
            "(0.001, 0.002) one of 0.02, and 0.01 less. Do you turn all three down?"
        )
        expect(chosen, None, question)
    question = "1e-50 is 0 in float32, and a row of zeros 0/0. Do you turn that down?"
    expect(zeros, 1e-3, question)
    expect(merged, 1e-3, "1 and 1.0001 are equal in float16. Do you round x before you compare?")


def test_squares_leave_the_range_of_float16(attempt):
    large, small = np.array([[300.0, -300.0]]), np.array([[1e-4, -1e-4]])
    large_single = ask(attempt, large, [1e-3], "float32")
    large_half = ask(attempt, large, [1e-3], "float16")
    small_single = ask(attempt, small, [1e-12], "float32")
    small_half = ask(attempt, small, [1e-12, 1e-3], "float16")
    huge_half = ask(attempt, np.array([[70000.0, 70010.0]]), [1e-3], "float16")
    huge_and_1 = ask(attempt, np.array([[70000.0, 1.0]]), [1e-3], "float16")
    mixed_half = ask(attempt, np.array([[0.0] * 7 + [600.0]]), [1e-3], "float16")
    huge_single = ask(attempt, np.array([[1e25, -1e25]]), [1e-3], "float32")
    far_half = ask(attempt, np.array([[1024.0, 1026.0]]), [0.4], "float16")
    coarse_half = ask(attempt, np.array([[10000.0, 9984.0]]), [0.1], "float16")
    uneven_half = ask(attempt, np.array([[10000.0, 10000.0, 10008.0]]), [1e-8, 0.1], "float16")
    apart_half = ask(attempt, np.array([[-1.0, 1.0], [10000.0, 10000.0]]), [1e-4], "float16")
    wide_half = ask(attempt, np.array([[2.9e-4, -2.9e-4]]), [1e-8], "float16")
    root_half = ask(attempt, np.array([[-2.5, 2.5]]), [1.46], "float16")
    divided_half = ask(attempt, np.array([[-2.5, 2.5]]), [1.47], "float16")
    short_half = ask(attempt, np.array([[-0.5, 1.5]]), [0.2354], "float16")
    expect(large_single, 1e-3, "300² = 90,000 fits float32. Does 0.001 serve?")
    question = "300² is infinite in float16, and 300 and −300 become 0. Do you turn that down?"
    expect(large_half, None, question)
    expect(small_single, 1e-12, "The square of 1e-4 is 1e-8 in float32. Does 1e-12 serve?")
    question = "The square of 1e-4 is 0 in float16, and so is 1e-12. What is left to serve?"
    expect(small_half, None, question)
    expect(huge_half, None, "70,000 is infinite in float16. Do you round x before you subtract?")
    question = "70,000 is infinite in float16, and a row of it and 1 is NaN. Do you turn that down?"
    expect(huge_and_1, None, question)
    question = (
        "525² is infinite in float16, the mean of the squares is not. Do you square in float16?"
    )
    expect(mixed_half, None, question)
    question = "10⁵⁰, the square of 10²⁵, is infinite in float32. Do you compute in float32?"
    expect(huge_single, None, question)
    question = "1024 and 1026, ε = 0.4: ±1/√1.4 = ±0.845. Do you turn that down?"
    expect(far_half, None, question)
    question = "10,000 and 9,984 in float16: x − μ is ±8. Do you square that, and divide that?"
    expect(coarse_half, 0.1, question)
    question = (
        "float16 makes 10,000 of the mean 10,002.7, and the results are 0, 0 and 1.73. Is their "
        "spread, 0.81, measured around their own mean?"
    )
    expect(uneven_half, None, question)
    question = "(−1, 1) above (10,000, 10,000): is each row's own mean subtracted? 0.0001 serves."
    expect(apart_half, 1e-4, question)
    question = (
        "float16 cuts the square of 0.00029 by a third, and the results are ±1.19. Is a spread "
        "above 1 at least 0.9?"
    )
    expect(wide_half, 1e-8, question)
    question = "±2.5, ε = 1.46: float16 makes the root 2.777, and the quotient 0.8999. Are both in float16?"
    expect(root_half, None, question)
    question = (
        "±2.5, ε = 1.47: the quotient is 0.8999 in float16, and 2.5 times the rounded reciprocal of "
        "the root 0.9004. Do you divide by the root?"
    )
    expect(divided_half, None, question)
    question = (
        "Results ±0.8999, which float16 cannot tell from 0.9: is their spread measured in float64?"
    )
    expect(short_half, None, question)
