"""What a GroupNorm must do. Small numbers, so that a wrong one shows."""

import math

import numpy as np


def by_hand(x, num_groups, weight=None, bias=None, eps=1e-5):
    """Return GroupNorm, one group of one sample after the other, in float64."""
    y = np.array(x, dtype=np.float64)
    size = x.shape[1] // num_groups
    for sample in y:
        for first in range(0, x.shape[1], size):
            group = sample[first : first + size]  # a view: what is written here is written to y
            values = group.ravel().tolist()
            mean = sum(values) / len(values)
            var = sum((value - mean) ** 2 for value in values) / len(values)
            group[...] = (group - mean) / math.sqrt(var + eps)
        for c in range(x.shape[1]):
            scale = 1.0 if weight is None else weight[c]
            sample[c] = scale * sample[c] + (0.0 if bias is None else bias[c])
    return y


def expect_shape(received, expected, question):
    """Fail with a question, unless this is an array of this shape."""
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected, f"{question}\nreceived shape {shape}\nexpected shape {expected}"


def expect(received, expected, question, tolerance=1e-5):
    """Fail with a question, unless the values agree."""
    expect_shape(received, expected.shape, question)
    assert np.allclose(received, expected, rtol=tolerance, atol=tolerance), (
        f"{question}\nreceived {show(received)}\nexpected {show(expected)}"
    )


def show(array):
    """Return an array in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(array).split())


def images(*channels):
    """Return one image a pixel high, of these channels: shape (1, C, 1, W)."""
    return np.array(channels, dtype=np.float64)[None, :, None]


def test_each_group_of_each_sample_has_its_own_mean_and_variance(attempt):
    pixels = np.array([3.0, 1, 4, 1, 5, 9, 2, 6, -5, -3, -5, -8, -9, -7, -9, -4])
    flat = np.array([[0.0, 1.0, 5.0, 2.0, 2.0, 8.0], [3.0, -1.0, 4.0, 1.0, 5.0, 9.0]])
    cases = [
        (flat, 2),
        (pixels.reshape(2, 4, 2), 2),
        (pixels.reshape(1, 4, 2, 2), 2),
        (pixels.reshape(2, 1, 2, 2, 2), 1),
        (pixels.reshape(1, 4, 2, 2).swapaxes(2, 3), 2),
    ]
    expected = [by_hand(*case, eps=0.0) for case in cases]
    received = [attempt(*case, eps=0.0) for case in cases]
    questions = [
        "(N, C) with C = 6, 2 groups: are these channels 0, 1, 2 and 3, 4, 5, each with a mean "
        "and a variance of its own?",
        "(N, C, T), 2 groups: are mean and variance those of all values of one group of one sample?",
        "(N, C, H, W), 2 groups: do the statistics of a group run over half of C, and all of H, W?",
        "(N, 1, T, H, W), 1 group: is a single channel a group, with all that is behind it?",
        "x is a view, with two axes exchanged. Does every result reach its place in y?",
    ]
    for y, right, question in zip(received, expected, questions, strict=True):
        expect(y, right, question)


def test_the_divisor_is_the_root_of_the_variance_plus_eps(attempt):
    x = images([1], [2], [3], [7])
    tiny = x / 1000
    constant = images([5], [5], [2], [6])
    large = images([10000], [10001], [10002], [10004]).astype(np.float32)
    thirds = images([1, 2, 4], [5, 5, 8], [0, 1, 3], [2, 2, 9])  # no mean is a whole number
    cases = [
        *({"x": x, "eps": 0.1}, {"x": tiny}, {"x": x / 1e50, "eps": 0.0}),
        *({"x": constant}, {"x": large}, {"x": x + 1e9}, {"x": x * 1e12}),
        {"x": thirds + 1e9, "eps": 0.0},
        {"x": x + 1e9, "weight": np.ones(4, np.float32), "bias": np.zeros(4, np.float32)},
    ]
    expected = [by_hand(num_groups=2, **case) for case in cases]
    received = [attempt(num_groups=2, **case) for case in cases]
    minute = attempt(x / 1e9, 2)
    questions = [
        "With eps=0.1: is your ε inside the root, beside the variance?",
        "For tiny numbers ε decides. Is it 1e-5 where none is given, and in the root?",
        "eps=0, tiny numbers: is a 0 that is given used, and nothing else added?",
        "A constant group has no variance. Does ε keep it from 0/0?",
        "float32, mean 10,000: is the variance the mean of the squares of x − μ?",
        "float64, mean 10⁹: do you stay in float64, and square x − μ?",
        "A million million times as large: is each group divided by its σ?",
        "float64, mean 10⁹, eps=0: are both factors of the square x − μ?",
    ]
    questions.append("float64, mean 10⁹, weight and bias float32: do you compute in float64?")
    tolerances = 1e-5, 1e-5, 1e-5, 1e-5, 2e-3, 1e-5, 1e-5, 1e-5, 1e-5
    for y, right, question, tolerance in zip(
        received, expected, questions, tolerances, strict=True
    ):
        expect(y, right, question, tolerance)
    question = "Numbers of 10⁻⁹: is the result, ten million times as large, as exact as others?"
    expect_shape(minute, x.shape, question)
    expect(1e7 * minute, 1e7 * by_hand(x / 1e9, 2), question)


def test_each_channel_has_its_own_weight_and_bias(attempt):
    x = images([1, 2, 0, 4], [3, 3, 1, 0], [5, 1, 2, 2], [0, 8, 4, 1])  # C and W are both 4
    weight, bias = np.array([2.0, -1.0, 0.5, 3.0]), np.array([10.5, -20.0, 30.25, -40.0])
    constant = images([5, 5], [5, 5], [2, 2], [2, 2])
    plain, alone = attempt(x, 2, eps=0.0), attempt(x, 4, eps=0.0)
    received = [
        attempt(x, 4, weight, bias, eps=0.0),
        attempt(x, 2, weight, bias, eps=0.0),
        attempt(x, 2, weight=weight, eps=0.0),
        attempt(x, 2, bias=bias, eps=0.0),
        attempt(constant, 2, bias=bias),
        attempt(x[0, :, 0].T, 2, weight, bias, eps=0.0),
        attempt(x[:, :, 0], 2, weight, bias, eps=0.0),
        attempt(x.reshape(1, 4, 1, 2, 2), 2, weight, bias, eps=0.0),
    ]
    for result in (plain, alone):
        expect_shape(result, x.shape, "Has the result the shape of x?")
    scale, shift = weight.reshape(4, 1, 1), bias.reshape(4, 1, 1)
    expected = [alone * scale + shift, plain * scale + shift, plain * scale, plain + shift]
    expected += [by_hand(constant, 2, bias=bias), by_hand(x[0, :, 0].T, 2, weight, bias, 0.0)]
    expected += [expected[1][:, :, 0], expected[1].reshape(1, 4, 1, 2, 2)]
    questions = [
        "A group for each channel: is channel c multiplied by weight[c], then shifted by bias[c]?",
        "Is your result without weight and bias multiplied by weight[c] for channel c of axis 1, "
        "then shifted by bias[c]?",
        "Does it work with a weight and no bias?",
        "Does it work with a bias and no weight?",
        "Does a constant group give the bias?",
        "(N, C), N = C = 4: is channel c of axis 1 multiplied by weight[c]?",
        "(N, C, T), C = T = 4: is channel c of axis 1 multiplied by weight[c]?",
        "(N, C, D, H, W): is channel c of axis 1 multiplied by weight[c], and shifted by bias[c]?",
    ]
    for given in (np.array([0.0, 2.0, 3.0, 1.0]), np.zeros(4)):
        received.append(attempt(x, 2, given, given, eps=0.0))
        expected.append(plain * given.reshape(4, 1, 1) + given.reshape(4, 1, 1))
        questions.append("Weight and bias may hold zeros. Do you ask only whether they are None?")
    for y, right, question in zip(received, expected, questions, strict=True):
        expect(y, right, question)


def test_the_result_is_a_new_array_of_the_dtype_of_x(attempt):
    x = images([1, 2], [3, 6]).astype(np.float32)
    every_other = images([1, 9, 2, 9], [3, 9, 6, 9])[..., ::2]
    weight, bias = np.array([2.0, -1.0]), np.array([1.0, 2.0])  # float64
    narrow = attempt(x, 1, weight, bias)
    changed = attempt.changed
    wide = attempt(x.astype(np.float64), 1)
    changed_wide = attempt.changed
    even = attempt(x, 1, weight.astype(np.float32), bias.astype(np.float32))
    changed_even = attempt.changed
    half = attempt(x.astype(np.float16), 1)
    assert changed == [], (
        "Does your function write into its arguments, or into a view of one?\n"
        f"received {' and '.join(changed)} changed\nexpected all as they were"
    )
    assert changed_wide == [], (
        "float64: do you write into an array of which `copy=False` or `asarray` made no copy?\n"
        f"received {' and '.join(changed_wide)} changed\nexpected all as they were"
    )
    assert changed_even == [], (
        "float32: do you write into an array of which `copy=False` or `asarray` made no copy?\n"
        f"received {' and '.join(changed_even)} changed\nexpected all as they were"
    )
    results = {
        "float32, and weight float64": narrow,
        "float64": wide,
        "float32, as weight is": even,
        "float16": half,
    }
    for given, y in results.items():
        dtype, expected = getattr(y, "dtype", None), given[:7]
        assert dtype == expected, (
            f"x is {given}. What is the result?\nreceived {dtype}\nexpected {expected}"
        )
    for array in (x, every_other, weight, bias):
        array.flags.writeable = False
    attempt(x, 1, weight, bias)
    y = attempt(every_other, 1)
    expect(y, by_hand(x, 1), "Does it work on every other column, and without writing to it?")


def test_num_groups_must_divide_the_channels(attempt):
    four = images([1, 2, 4], [3, 3, 1], [5, 1, 2], [0, 8, 1])
    cases = [(four[..., :width], groups) for width, groups in ((3, 3), (2, 3), (2, 8))]
    fine, single = attempt(four, 4), attempt(four[:, :, 0, 0], 4, bias=np.arange(4.0))
    raised = [error_of(attempt, x, groups) for x, groups in cases]
    for (x, groups), error in zip(cases, raised, strict=True):
        assert isinstance(error, ValueError), (
            f"4 channels do not make {groups} equal groups. Do you check, for x of {x.shape} too?\n"
            f"received {'a result' if error is None else type(error).__name__}\n"
            "expected a ValueError"
        )
    question = "4 groups of 1 channel each are fine. Does each of them come out with a mean of 0?"
    expect_shape(fine, (1, 4, 1, 3), question)
    assert np.abs(fine).min() > 1e-3, f"{question} And not as 0?\nreceived {show(fine)}"
    expect(np.sum(fine, axis=-1), np.zeros((1, 4, 1)), question, tolerance=1e-4)
    question = "(N, C), C = 4, 4 groups of 1 value each: is each x̂ 0, and the result the bias?"
    expect(single, np.arange(4.0)[None], question)


def error_of(attempt, x, num_groups):
    """Return the error that a call raises, or None."""
    try:
        attempt(x, num_groups)
    except NotImplementedError:
        raise
    except Exception as error:
        return error
    return None
