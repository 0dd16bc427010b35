"""What a conditional LayerNorm must do. Small maps, so that scale and shift can be read off."""

import math

import numpy as np

WEIGHT_MAP = np.array([[1.0, 2.0, -1.0], [0.3, 0.0, 3.0]])  # K = 2, D = 3
BIAS_MAP = np.array([[10.0, 20.0, 30.0], [0.1, -4.0, 1.0]])
MAPS = (WEIGHT_MAP, BIAS_MAP)


def one_row(row, condition, weight_map, bias_map, eps):
    """Return the result for one row and its condition, number by number."""
    mean = sum(row) / len(row)
    var = sum((value - mean) ** 2 for value in row) / len(row)
    out = []
    for d, value in enumerate(row):
        scale = sum(c * weights[d] for c, weights in zip(condition, weight_map, strict=True))
        shift = sum(c * biases[d] for c, biases in zip(condition, bias_map, strict=True))
        out.append(scale * (value - mean) / math.sqrt(var + eps) + shift)
    return out


def by_hand(x, condition, weight_map=WEIGHT_MAP, bias_map=BIAS_MAP, eps=1e-5):
    """Return the result for every row, in float64."""
    y = np.empty(x.shape)
    for index in np.ndindex(x.shape[:-1]):
        row = [float(value) for value in x[index]]
        y[index] = one_row(row, condition[index[: condition.ndim - 1]], weight_map, bias_map, eps)
    return y


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
    with np.printoptions(precision=4, suppress=True, threshold=18):
        return " ".join(str(array).split())


def expect_the_same(received, expected, x):
    """Fail with a question, unless a result of x, whatever it is, comes again."""
    assert np.shape(expected) == x.shape and np.unique(expected).size > 1, (
        f"Is there a result, of the shape of x?\nreceived {show(expected)}"
    )
    assert not np.array_equal(expected, x), f"Is anything done to x?\nreceived {show(expected)}"
    expect(received, expected, "Is the result the same where arrays may not be written to?")


def outcome(attempt, x, condition):
    """Return the shape of the result in words, or the name of the error."""
    zero = [np.zeros_like(each) for each in MAPS]
    try:
        y = attempt(x, condition, *zero)
    except ValueError:
        return "ValueError"
    except (AssertionError, LookupError, TypeError) as error:
        return type(error).__name__
    return f"an array of shape {np.shape(y)}"


def test_scale_and_shift_are_linear_in_the_condition(attempt):
    x = np.array([[1.0, 2.0, 4.0], [3.0, 3.0, 0.0]])
    condition = np.array([[1.0, 0.0], [1.0, 2.0]])
    flat, square = (
        x[:, :2],
        (np.array([[1.0, 2.0], [0.5, 3.0]]), np.array([[5.0, 6.0], [0.0, 1.0]])),
    )
    even = attempt(flat, condition, *square, eps=0.1)
    first = attempt(x[:1], condition[:1], *MAPS, eps=0.0)
    both = attempt(x, condition, *MAPS, eps=0.1)
    tiny = np.array([[0.001, 0.002, 0.004]])
    default = attempt(tiny, condition[:1], *MAPS)
    no_eps = attempt(tiny / 1e40, condition[:1], *MAPS, eps=0.0)
    zero = attempt(x[:1], np.zeros((1, 2)), *MAPS)
    large = np.array([[10000.0, 10001.0, 10003.0]], dtype=np.float32)
    larger = 1e9 + np.array([[1.0, 2.0, 4.0]])
    y_large, y_larger = (attempt(each, condition[1:], *MAPS) for each in (large, larger))
    single = [each.astype(np.float32) for each in (condition[1:], *MAPS)]
    y_beside = attempt(larger, *single)

    question = (
        "K = D = 2: is (x − μ)/√(σ² + ε) multiplied by c W_γ, and shifted by c W_β after that, "
        "each a sum over the rows of its map?"
    )
    expect(even, by_hand(flat, condition, *square, eps=0.1), question)
    question = "The condition is (1, 0). Are scale and shift the first rows of the two maps?"
    expect(first, by_hand(x[:1], condition[:1], eps=0.0), question)
    question = "eps=0.1: is ε in the root, and are both maps applied to the condition of the row?"
    expect(both, by_hand(x, condition, eps=0.1), question)
    question = "For tiny numbers ε decides. Is it 1e-5 where none is given?"
    expect(default, by_hand(tiny, condition[:1]), question)
    question = (
        "eps=0, 1e-43 in float64: is a 0 that is given used, nothing added, and nothing lost?"
    )
    expect(no_eps, by_hand(tiny, condition[:1], eps=0.0), question)
    expect(zero, np.zeros((1, 3)), "The condition is 0. Are scale and shift 0, with nothing added?")
    question = "float32, mean 10,000: is the variance the mean of the squares of x − μ?"
    expect(y_large, by_hand(large, condition[1:]), question, tolerance=2e-3)
    question = "float64, mean 10⁹: do you stay in float64, and square x − μ?"
    expect(y_larger, by_hand(larger, condition[1:]), question)
    question = "float64, mean 10⁹, condition and maps float32: do you compute in float64?"
    expect(y_beside, by_hand(larger, *single), question)
    expect_every_digit(both, by_hand(x, condition, eps=0.1))


def test_the_axes_of_a_condition_are_the_leading_axes_of_x(attempt):
    # As many sequences as positions: nothing but the right axis tells them apart.
    x = np.array([[[-1.0, 2.0, 4.0], [5.0, 3.0, 3.0]], [[0.0, 7.0, 2.0], [6.0, 2.0, 1.0]]])
    cases = [
        (np.array([[1.0, 0.0], [0.0, 1.0]]), "(N, K): does a sequence keep its condition?"),
        (
            np.array([[[1.0, 0.0], [0.0, 1.0]], [[2.0, 1.0], [-1.0, 3.0]]]),
            "(N, T, K): does each position have its own condition?",
        ),
        (np.array([2.1, -1.0]), "(K,): do all positions share the one condition?"),
    ]
    wrong = [
        (x, np.ones(shape))
        for shape in ((1, 2), (3, 2), (2, 1, 2), (1, 2, 2), (2, 2, 1, 2), (2, 2, 3, 2))
    ]
    wrong += [(x[:, :1], np.ones((1, 2))), (np.zeros((1, 4, 3)), np.ones((4, 2)))]
    received = [attempt(x, condition, *MAPS) for condition, _ in cases]
    turned = attempt(x.swapaxes(0, 1), cases[0][0], *MAPS)
    row_by_row = attempt(x.reshape(4, 3), np.repeat(cases[0][0], 2, axis=0), *MAPS)
    narrow = attempt(x[:, 0, :1], cases[0][0], WEIGHT_MAP[:, :1], BIAS_MAP[:, :1])
    square = outcome(attempt, np.zeros((3, 3)), np.ones((3, 3, 2)))
    three = np.stack([x, -x, 2 * x], axis=1)
    wrong.append((three, np.ones((2, 3, 1, 2))))
    outcomes = [outcome(attempt, np.zeros_like(given), condition) for given, condition in wrong]
    deep = attempt(three, cases[0][0], *MAPS)
    uneven = np.concatenate([x, x[:1] + x[1:]])
    each = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, -1.0]])
    y_uneven = attempt(uneven, each, *MAPS)
    some = np.stack([cases[0][0], cases[1][0][1], -cases[0][0]], axis=1)
    half = attempt(three, some, *MAPS)
    row = attempt(x[0, 0], cases[2][0], *MAPS)
    shapes = np.shape(received[0]), np.shape(row_by_row)
    if shapes == (x.shape, (4, 3)) and np.allclose(np.reshape(received[0], (4, 3)), row_by_row):
        question = (
            "x of (N, T, D), condition of (N, K): each row is as you make it alone, with the "
            "condition of its sequence. Is a row γ(c) x̂ + β(c)? Mend that first."
        )
        expect(received[0], by_hand(x, cases[0][0]), question)
    for y, (condition, question) in zip(received, cases, strict=True):
        expect(y, by_hand(x, condition), f"x of (N, T, D), condition of {question}")
    question = "x is a view, with two axes exchanged. Does every result reach its place in y?"
    expect(turned, by_hand(x.swapaxes(0, 1), cases[0][0]), question)
    question = "x of (N, 3, T, D), condition of (N, K): does it work?"
    expect(deep, by_hand(three, cases[0][0]), question)
    question = "x of (N, 3, T, D), condition of (N, 3, K): may it have some of the leading axes?"
    expect(half, by_hand(three, some), question)
    question = "x of (D,), condition of (K,): is the result of (D,), too?"
    expect(row, by_hand(x[0, 0], cases[2][0]), question)
    question = "x of (3, 2, D), condition of (3, K): are its axes the first of x, not the last?"
    expect(y_uneven, by_hand(uneven, each), question)
    expect(narrow, np.array([[10.0], [0.1]]), "D = 1: each x̂ is 0. Is the result the shift?")
    for (given, condition), came in zip(wrong, outcomes, strict=True):
        assert came == "ValueError", (
            f"x {given.shape}, condition {condition.shape}: do you compare its leading axes with "
            f"those of x?\nreceived {came}\nexpected ValueError"
        )
    assert square == "ValueError", (
        "x (3, 3), condition (3, 3, 2): do you leave the axis of the features out when you compare?"
        f"\nreceived {square}\nexpected ValueError"
    )


def test_the_result_has_the_dtype_of_x_and_the_arguments_stay(attempt):
    x = np.array([[1, 9, 2, 9, 4], [3, 9, 3, 9, 0]], dtype=np.float32)[:, ::2]
    arrays = (x, np.array([[1.0, 2.0], [-1.0, 1.0]]), WEIGHT_MAP.copy(), BIAS_MAP.copy())
    y = attempt(*arrays)
    changed = attempt.changed
    half = attempt(x.astype(np.float16), *arrays[1:])
    wide = attempt(x.astype(np.float64), *arrays[1:])
    changed_wide = attempt.changed
    attempt(x, *(array.astype(np.float32) for array in arrays[1:]))
    changed_narrow = attempt.changed
    assert changed == [], (
        "Does your function write into its arguments, as `x -= …` does?\n"
        f"received {' and '.join(changed)} changed\nexpected all as they were"
    )
    assert changed_wide == [], (
        "float64: do you write into an array of which `copy=False` or `asarray` made no copy?\n"
        f"received {' and '.join(changed_wide)} changed\nexpected all as they were"
    )
    assert changed_narrow == [], (
        "float32: do you write into an array of which `copy=False` or `asarray` made no copy?\n"
        f"received {' and '.join(changed_narrow)} changed\nexpected all as they were"
    )
    results = {"float32, condition and maps are float64": y, "float64": wide, "float16": half}
    for given, result in results.items():
        dtype, expected = getattr(result, "dtype", None), given[:7]
        assert dtype == expected, (
            f"x is {given}. What is the result?\nreceived {dtype}\nexpected {expected}"
        )
    for array in arrays:
        array.flags.writeable = False
    expect_the_same(attempt(*arrays), y, x)
