"""What a LayerNorm over several axes must do. Two samples of an old example, and small numbers."""

import math

import numpy as np

# Samples of 5 × 3 with the means 60.0667, 57.5333, 45.2667, 54.0667.
FIVE_BY_THREE = np.array(
    [
        [[76, 2, 43], [79, 50, 29], [59, 78, 73], [95, 94, 76], [9, 74, 64]],
        [[76, 87, 50], [2, 65, 44], [74, 9, 82], [83, 54, 82], [6, 97, 52]],
        [[88, 19, 95], [14, 96, 96], [93, 58, 0], [19, 37, 6], [28, 23, 7]],
        [[7, 54, 59], [57, 30, 18], [88, 89, 63], [56, 75, 56], [63, 23, 73]],
    ],
    dtype=np.float64,
)
# Two sequences of three tokens, whose five features have the mean 55.4 in the first token.
TOKENS = np.array(
    [
        [[49, 90, 29, 76, 33], [86, 42, 20, 56, 79], [40, 49, 72, 16, 85]],
        [[44, 62, 14, 46, 5], [22, 45, 8, 47, 78], [96, 17, 7, 56, 60]],
    ],
    dtype=np.float64,
)


def one_sample(sample, weight, bias, eps):
    """Return LayerNorm of one list of values, number by number."""
    mean = sum(sample) / len(sample)
    var = sum((value - mean) ** 2 for value in sample) / len(sample)
    return [
        w * (value - mean) / math.sqrt(var + eps) + b
        for value, w, b in zip(sample, weight, bias, strict=True)
    ]


def by_hand(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Return LayerNorm of every sample of this shape, in float64."""
    size = math.prod(normalized_shape)
    weight = np.ones(size) if weight is None else weight.ravel()
    bias = np.zeros(size) if bias is None else bias.ravel()
    samples = np.asarray(x, dtype=np.float64).reshape(-1, size)
    return np.array([one_sample(s, weight, bias, eps) for s in samples]).reshape(x.shape)


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
    with np.printoptions(precision=4, suppress=True, threshold=16, edgeitems=2):
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


def outcome(attempt, *arguments):
    """Return the shape of the result in words, or the name of the error."""
    try:
        y = attempt(*arguments)
    except ValueError:
        return "ValueError"
    except (AssertionError, LookupError, TypeError) as error:
        return type(error).__name__
    return f"an array of shape {np.shape(y)}"


def test_all_values_of_a_sample_share_one_mean_and_one_variance(attempt):
    small = np.array([[[[1.0, 2.0], [4.0, 8.0]]], [[[-0.1, 0.2], [0.1, 0.4]]]])
    alike = np.array([[[1.0, 3.0], [5.0, 9.0]], [[3.0, 1.0], [9.0, 5.0]]])
    y_alike, y_rows = attempt(alike, (2, 2)), attempt(alike[:, :1], (1, 2))
    y, y_tokens = attempt(FIVE_BY_THREE, (5, 3)), attempt(TOKENS, (5,))
    y_negative = attempt(-TOKENS, (5,))
    y_eps = attempt(small, (2, 2), eps=0.1)
    y_default = attempt(small / 10, (1, 2, 2))
    turned = TOKENS.swapaxes(0, 1)
    y_turned = attempt(turned, (5,))
    y_last = attempt(TOKENS[..., None], (5, 1))
    y_tiny = attempt(small / 1e50, (2, 2), eps=0.0)
    large = np.array([[[10000, 10001], [10002, 10003]]], dtype=np.float32)
    y_large = attempt(large, (2, 2))
    larger = 1e9 + np.array([[1.0, 2.0], [4.0, 8.0]])
    y_larger, y_spread = attempt(larger, (2, 2)), attempt(1e12 * larger, (2, 2))

    question = "x of (4, 5, 3) over (5, 3): do the 15 values of a sample share one mean?"
    expect(y, by_hand(FIVE_BY_THREE, (5, 3)), question)
    expect(y[0, 0], np.array([0.5812, -2.1179, -0.6225]), question, tolerance=1e-4)
    question = "x of (2, 3, 5) over (5,): does each token have a mean of its own?"
    expect(y_tokens, by_hand(TOKENS, (5,)), question)
    first = np.array([-0.2675, 1.4464, -1.1036, 0.8611, -0.9364])
    expect(y_tokens[0, 0], first, question, tolerance=1e-4)
    question = "The same tokens with a minus: is the mean subtracted, whatever its sign?"
    expect(y_negative, by_hand(-TOKENS, (5,)), question)
    question = "x of (2, 3, 5, 1) over (5, 1): does a last axis of size 1 change nothing?"
    expect(y_last, by_hand(TOKENS, (5,))[..., None], question)
    question = "x is a view, with two axes exchanged. Does every result reach its place in y?"
    expect(y_turned, by_hand(turned, (5,)), question)
    question = "x of (2, 2, 2) over (2, 2): do the 4 values of a sample share one mean?"
    expect(y_alike, by_hand(alike, (2, 2)), question)
    question = "x of (2, 1, 2) over (1, 2): does each sample have its own mean?"
    expect(y_rows, by_hand(alike[:, :1], (1, 2)), question)
    question = "With eps=0.1: is each sample divided by √(σ² + 0.1)?"
    expect(y_eps, by_hand(small, (2, 2), eps=0.1), question)
    question = "With no eps given: is each sample divided by √(σ² + 1e-5)?"
    expect(y_default, by_hand(small / 10, (1, 2, 2)), question)
    question = "With eps=0, tiny numbers: is each sample divided by σ alone?"
    expect(y_tiny, by_hand(small, (2, 2), eps=0.0), question)
    question = "float32, mean 10,000: is the variance the mean of the squares of x − μ?"
    expect(y_large, by_hand(large, (2, 2)), question, tolerance=2e-3)
    question = "One sample, float64, mean 10⁹: do you stay in float64, and square x − μ?"
    expect(y_larger, by_hand(larger, (2, 2)), question)
    expect_every_digit(y_tokens, by_hand(TOKENS, (5,)))
    question = "The same, a million million times as large: is each sample divided by its σ?"
    expect(y_spread, by_hand(1e12 * larger, (2, 2)), question)


def test_each_place_of_a_sample_has_its_own_weight_and_bias(attempt):
    x = np.array([[[1, 9, 0], [2, 9, 4]], [[3, 9, 3], [0, 9, 5]]], dtype=np.float32)[..., ::2]
    weight, bias = np.array([[2.0, -1.0], [0.5, 3.0]]), np.array([[1.0, -2.0], [3.0, 4.0]])
    row, shift = np.array([2.0, -1.0, 0.5, 3.0, 1.5]), np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    x_wide = x.astype(np.float64)
    x_moved = x_wide - [[[8, 0], [0, 0]], [[0, 0], [0, 0]]]
    plain, plain_tokens = attempt(x, (2, 2)), attempt(TOKENS, (5,))
    plain_wide, plain_moved = attempt(x_wide, (2, 2)), attempt(x_moved, (2, 2))
    tokens = attempt(TOKENS, (5,), row, shift)
    plain_alone = attempt(TOKENS[0, 0], (5,))
    alone = attempt(TOKENS[0, 0], (5,), row, shift)
    y = attempt(x, (2, 2), weight, bias)
    changed = attempt.changed
    wide = attempt(x_wide, (2, 2), weight, bias)
    changed = changed or attempt.changed
    half = attempt(x.astype(np.float16), (2, 2), weight, bias)
    far = 1e9 + x_wide
    beside = attempt(far, (2, 2), weight.astype(np.float32), bias.astype(np.float32))
    changed = changed or attempt.changed
    plain_far = attempt(far, (2, 2))
    assert changed == [], (
        "Does your function write into its arguments, as `x -= …` does?\n"
        f"received {' and '.join(changed)} changed\nexpected all as they were"
    )
    for array in (x, weight, bias):
        array.flags.writeable = False
    only_weight, only_bias = attempt(x, (2, 2), weight=weight), attempt(x, (2, 2), bias=bias)
    for result, given in ((plain, x), (plain_tokens, TOKENS)):
        assert np.shape(result) == given.shape, (
            "Has the result without weight and bias the shape of x?\n"
            f"received shape {np.shape(result)}\nexpected shape {given.shape}"
        )
    expect_normalized(plain_wide, plain_moved)
    question = (
        "Is each place of your result without weight and bias scaled by its weight, then shifted "
        "by its bias?"
    )
    expect(y, plain * weight + bias, question)
    question = "Does it work with a weight and no bias?"
    expect(only_weight, plain * weight, question)
    question = "Does it work with a bias and no weight?"
    expect(only_bias, plain + bias, question)
    question = "x of (2, 3, 5) over (5,): does each feature have its own weight and bias?"
    expect(tokens, plain_tokens * row + shift, question)
    question = "x of (5,) over (5,), with weight and bias: is the result of (5,), too?"
    expect(alone, np.ravel(plain_alone) * row + shift, question)
    for given in (np.array([[0.0, 2.0], [3.0, 1.0]]), np.zeros((2, 2))):
        question = "Weight and bias may hold zeros. Do you ask only whether they are None?"
        expect(attempt(x, (2, 2), given, given), (plain + 1) * given, question)
    question = "float64, mean 10⁹, weight and bias float32: do you stay in the dtype of x?"
    expect(beside, plain_far * weight + bias, question)
    for given, result in (("float32", y), ("float64", wide), ("float16", half)):
        assert result.dtype == given, (
            f"x is {given} and weight is float64. What is the result?\n"
            f"received {result.dtype}\nexpected {given}"
        )


def test_shapes_that_do_not_fit_are_refused(attempt):
    x = np.arange(30.0).reshape(2, 5, 3)
    column = x[..., :1]
    others = [(), (1,), (3,), (5, 1), (1, 3), (1, 1), (3, 5), (15,), (1, 5, 3), (2, 5, 3)]
    cases = [
        (x, (5,), None, None, "Does x end in normalized_shape?"),
        (x, (3, 5), None, None, "The number of values fits. Does the order of the sizes?"),
        (x, (1, 2, 5, 3), None, None, "Does x have enough axes for normalized_shape?"),
        (column, (5,), None, None, "A size of 1 would broadcast. Does x end in normalized_shape?"),
        (column, (5, 1), np.ones(1), None, "This weight would broadcast. Is its shape (5, 1)?"),
        (column, (5, 1), np.ones(5), None, "This weight has 5 numbers. Is its shape (5, 1)?"),
        (x, (10, 3), None, None, "The last size and the number of values fit. Do all sizes?"),
    ]
    for shape in others:
        question = "would broadcast, or has 15 numbers. Is its shape (5, 3)?"
        cases += [
            (x, (5, 3), np.ones(shape), None, f"This weight {question}"),
            (x, (5, 3), None, np.ones(shape), f"This bias {question}"),
        ]
    ones = np.ones((5, 3))
    x_moved = x + 40 * (x == 0)
    fits = attempt(x, (5, 3), ones, ones)
    fits_moved = attempt(x_moved, (5, 3), ones, ones)
    received = [outcome(attempt, *arguments) for *arguments, _ in cases]
    question = "x (2, 5, 3), weight and bias (5, 3): is what fits let through?"
    assert np.shape(fits) == x.shape, (
        f"{question}\nreceived shape {np.shape(fits)}\nexpected shape {x.shape}"
    )
    expect_normalized(fits, fits_moved)
    for (given, normalized_shape, weight, bias, question), came in zip(
        cases, received, strict=True
    ):
        shapes = f"x {given.shape}, normalized_shape {normalized_shape}"
        for name, array in (("weight", weight), ("bias", bias)):
            shapes += "" if array is None else f", {name} {array.shape}"
        assert came == "ValueError", f"{shapes}: {question}\nreceived {came}\nexpected ValueError"
