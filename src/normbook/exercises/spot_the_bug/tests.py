"""Each function against the sums of its formula, number by number."""

import math

import numpy as np

FAR_APART = np.array([[[1e-9]], [[1e9]]])


def standardize(values, eps):
    """Return (value - mean) / sqrt(var + eps) of a list."""
    mean = math.fsum(values) / len(values)
    var = math.fsum((value - mean) ** 2 for value in values) / len(values)
    return [(value - mean) / math.sqrt(var + eps) for value in values]


def expect(received, expected, question, tolerance=1e-5):
    """Fail with a question, unless the values agree."""
    expected = np.array(expected)
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected.shape, (
        f"{question}\nreceived shape {shape}\nexpected shape {expected.shape}"
    )
    assert np.allclose(received, expected, rtol=tolerance, atol=tolerance), (
        f"{question}\nreceived {show(received)}\nexpected {show(expected)}"
    )


def expect_width(name, x, received):
    """Fail with a question, unless the result has the dtype of x, or a wider one."""
    assert np.promote_types(received.dtype, x.dtype) == received.dtype, (
        f"{name}: x is {x.dtype}. Is the result as wide?\nreceived {received.dtype}\n"
        f"expected {x.dtype}"
    )


def expect_unchanged(name, changed):
    """Fail with a question, if a call changed an argument."""
    assert changed == [], (
        f"{name}: does it write into an argument, as `-=` and `*=` do?\n"
        "received an array that is another now\nexpected all as they were"
    )


def show(array):
    """Return an array in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(array).split())


def test_layer_norm_divides_by_the_root_of_variance_and_eps(attempt):
    rows = [[1.0, 0.0, 0.0, 0.0]], [[-3.1, 1.0, 0.0, -2.0]]
    x, one, zero = np.array(rows), np.ones(4), np.zeros(4)
    weight, bias = np.array([2.0, -1.0, 0.5, 1.0]), np.array([10.0, -20.0, 30.0, -40.0])
    plain = attempt("layer_norm", FAR_APART * x, one, zero, 0.0)
    changed = attempt.changed
    damped = attempt("layer_norm", x, one, zero, 0.1)
    scaled = attempt("layer_norm", x, weight, bias, 0.1)
    far = attempt("layer_norm", 1e9 + x, one, zero, 0.1)
    alone = attempt("layer_norm", x[1, 0], weight, bias, 0.1)
    x_hat = np.array([[standardize(row, 0.1)] for (row,) in rows])
    expected = [[standardize(row, 0.0)] for (row,) in rows]
    expect(plain, expected, "layer_norm, eps=0, tiny and large x: is σ² over D, and nothing added?")
    expect(damped, x_hat, "layer_norm, eps=0.1: is ε inside the root?")
    question = "layer_norm: are the features still scaled, then shifted?"
    expect(scaled, weight * x_hat + bias, question)
    expect(far, x_hat, "layer_norm, mean 10⁹: is x centred before it is squared?")
    question = "layer_norm of (D,): is one row normalized as it is among others?"
    expect(alone, weight * x_hat[1, 0] + bias, question)
    expect_width("layer_norm", x, plain)
    expect_unchanged("layer_norm", changed)


def test_rms_norm_gives_each_position_its_own_root_mean_square(attempt):
    x = np.array([[[3.0, 4.0], [0.3, 0.4]], [[5.0, -1.0], [2.0, 0.0]]])
    weight = np.array([2.0, -0.5])
    y = attempt("rms_norm", x, weight, 0.1)
    changed = attempt.changed
    single = attempt("rms_norm", x[:1, :1], weight, 0.1)
    expected = np.empty(x.shape)
    for n in range(2):
        for t in range(2):
            a, b = x[n, t]
            rms = math.sqrt((a * a + b * b) / 2 + 0.1)
            expected[n, t] = [weight[0] * a / rms, weight[1] * b / rms]
    question = "rms_norm of (N, T, D): do other positions have no part in a position's RMS?"
    expect(y, expected, question)
    question = "rms_norm of (1, 1, D): does a position alone give what it gives among others?"
    expect(single, expected[:1, :1], question)
    expect_width("rms_norm", x, y)
    expect_unchanged("rms_norm", changed)


def test_deep_norm_weighs_x_by_alpha(attempt):
    x = np.array([[[2.0, 1.0, 4.0]], [[-3.0, 0.0, 1.0]]])
    branch = np.array([[[5.0, 0.0, 1.0]], [[-2.0, 2.0, 0.0]]])
    y = attempt("deep_norm", x, branch, 3.0, 0.1)
    changed = attempt.changed
    far = attempt("deep_norm", 1e9 + x, 1e9 + branch, 3.0, 0.1)
    alone = attempt("deep_norm", x[0, 0], branch[0, 0], 3.0, 0.1)
    column = x[:, None, :, :1], branch[:, None, :, :1]
    narrow = attempt("deep_norm", *column, 3.0, 0.1)
    apart = attempt("deep_norm", FAR_APART * x, FAR_APART * branch, 3.0, 0.0)
    third = np.array([[[2.0, 1.0, 4.0]]]), np.array([[[5.0, 0.0, 0.0]]])  # the mean is rounded
    far_third = attempt("deep_norm", *(1e9 + each for each in third), 3.0, 0.1)
    rows = [3 * 2.0 + 5.0, 3 * 1.0 + 0.0, 3 * 4.0 + 1.0], [3 * -3.0 - 2.0, 3 * 0.0 + 2.0, 3 * 1.0]
    expected = [[standardize(row, 0.1)] for row in rows]
    question = "deep_norm, alpha=3: is it N(3x + branch), so that the branch weighs less?"
    expect(y, expected, question)
    question = "deep_norm of (D,): does one row give what it gives among others?"
    expect(alone, expected[0][0], question)
    expect(far, expected, "deep_norm, mean 10⁹: is the sum centred before it is squared?")
    question = "deep_norm, mean 10⁹: are both factors of the square centred?"
    expect(far_third, [[standardize([11.0, 3.0, 12.0], 0.1)]], question)
    expect(narrow, np.zeros((2, 1, 1, 1)), "deep_norm of (2, 1, 1, 1): is each row constant?")
    question = "deep_norm, eps=0, tiny and large numbers: is nothing added to σ²?"
    expect(apart, [[standardize(row, 0.0)] for row in rows], question)
    expect_width("deep_norm", x, y)
    expect_unchanged("deep_norm", changed)


def groups_of_two(x, weight, bias, eps):
    """Return GroupNorm of (N, C, T) in groups of two channels."""
    out = np.empty(x.shape)
    for n in range(len(x)):
        for first in range(0, x.shape[1], 2):
            values = standardize(x[n, first : first + 2].astype(np.float64).ravel().tolist(), eps)
            for c in (first, first + 1):
                for t in range(x.shape[2]):
                    value = values[(c - first) * x.shape[2] + t]
                    out[n, c, t] = weight[c] * value + bias[c]
    return out


def test_group_norm_keeps_its_digits_where_the_mean_is_large(attempt):
    first = [[1.0, 2.0], [4.0, 0.0], [0.0, 2.0], [4.0, 3.0], [2.0, 5.0], [0.0, 1.0]]
    second = [[-1.0, 3.0], [0.0, 7.0], [2.0, -5.0], [1.0, 1.0], [0.0, 2.0], [6.0, 3.0]]
    near = np.array([first, second])
    weight, bias = np.array([2.0, -1.0, 0.5, 1.0]), np.array([1.0, -2.0, 3.0, -4.0])
    six = np.append(weight, [3.0, 1.5]), np.append(bias, [5.0, -6.0])
    square = [[3, 2, -1, -1], [3, 2, 1, 0], [3, 0, -1, 5], [-1, -1, 3, 2]]  # a weight fits T, too
    square = np.array([square], dtype=np.float64)
    far = (10000 + square).astype(np.float32)
    farther = 1e9 + square
    thirds = 1e9 + np.array([[[1.0, 2.0, 4.0], [0.0, 3.0, 7.0]]])  # whose mean is rounded
    narrow = weight.astype(np.float32), bias.astype(np.float32)
    received = [attempt("group_norm", square, 2, weight, bias, 0.1)]
    changed = attempt.changed
    received.append(attempt("group_norm", far, 2, *narrow, 0.1))
    changed = changed or attempt.changed
    received += [
        attempt("group_norm", farther, 2, weight, bias, 0.1),
        attempt("group_norm", near, 3, *six, 0.1),
        attempt("group_norm", thirds, 1, weight[:2], bias[:2], 0.1),
    ]
    expected = [groups_of_two(x, weight, bias, 0.1) for x in (square, far, farther)]
    expected.append(groups_of_two(near, *six, 0.1))
    question = "group_norm: do channels share statistics in pairs, and does each have its weight?"
    expect(received[0], expected[0], question)
    question = "group_norm, float32, mean 10,000: is x centred before it is squared?"
    expect(received[1], expected[1], question, tolerance=2e-3)
    question = "group_norm, float64, mean 10⁹: is x centred before it is squared?"
    expect(received[2], expected[2], question)
    question = "group_norm of two samples, three groups: does each pair have its own statistics?"
    expect(received[3], expected[3], question)
    question = "group_norm, float64, mean 10⁹: are both factors of the square centred?"
    expect(received[4], groups_of_two(thirds, weight[:2], bias[:2], 0.1), question)
    expect_width("group_norm", square, received[0])
    expect_unchanged("group_norm", changed)


def loss(x, dy, weight, eps):
    """Return a loss whose gradient with respect to y, batch-normalized x, is dy."""
    total = 0.0
    for c in range(x.shape[1]):
        column = standardize(x[:, c].tolist(), eps)
        total += sum(d * weight[c] * value for d, value in zip(dy[:, c], column, strict=True))
    return total


def slopes_by_hand(x, dy, weight, eps, step=1e-5):
    """Return the loss's slope along each entry of x."""
    out = np.empty(x.shape)
    for index in np.ndindex(x.shape):
        up, down = x.copy(), x.copy()
        up[index] += step
        down[index] -= step
        out[index] = (loss(up, dy, weight, eps) - loss(down, dy, weight, eps)) / (2 * step)
    return out


def test_batch_norm_dx_differentiates_the_statistics_too(attempt):
    x = np.array([[1.0, 2.0], [2.0, 0.0], [4.0, -4.0]])
    dy, weight = np.array([[1.1, 0.0], [0.0, -2.0], [0.5, 1.0]]), np.array([2.0, -1.0])
    uneven = np.array([[5.0, -5.0], [0.0, 0.0], [-1.0, 3.0]])  # x̂ to 6 digits does not add up to 0
    dx = attempt("batch_norm_dx", dy, x, weight, 0.1)
    changed = attempt.changed
    far = attempt("batch_norm_dx", dy, 1e9 + x, weight, 0.1)
    scales, light = (1e6, 1e-9), weight / 1e9
    scaled = [attempt("batch_norm_dx", 1e6 + dy, s * uneven, light, 0.0) for s in scales]
    one_row = attempt("batch_norm_dx", 1e9 + dy[:1], x[:1], weight, 0.1)
    question = (
        "batch_norm_dx: does an entry of x also act by way of its column's mean and variance?"
    )
    expected = slopes_by_hand(x, dy, weight, 0.1)
    expect(dx, expected, question)
    expect(far, expected, "batch_norm_dx, mean 10⁹: is x centred before it is squared?")
    question = "batch_norm_dx, a million added to dy: x does not move the sum of y. Does it cancel?"
    expected = slopes_by_hand(uneven, dy, weight, 0.0)
    for scale, scaled_dx in zip(scales, scaled, strict=True):
        expect(1e9 * scale * scaled_dx, expected, question)
    expect(one_row, np.zeros((1, 2)), "batch_norm_dx, one sample: x̂ is 0, whatever x is. Is dx 0?")
    expect_width("batch_norm_dx", x, dx)
    expect_unchanged("batch_norm_dx", changed)
