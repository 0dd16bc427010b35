"""What an InstanceNorm must do. Small numbers, so that a wrong one shows."""

import math

import numpy as np


def one_channel(values, weight, bias, eps):
    """Return InstanceNorm of one channel of one sample, number by number."""
    mean = sum(values) / len(values)
    var = sum((value - mean) ** 2 for value in values) / len(values)
    return [weight * (value - mean) / math.sqrt(var + eps) + bias for value in values]


def by_hand(x, weight=None, bias=None, eps=1e-5):
    """Return InstanceNorm of every channel of every sample, in float64."""
    y = np.empty(x.shape)
    for n, c in np.ndindex(x.shape[:2]):
        values = [float(value) for value in x[n, c].ravel()]
        w = 1.0 if weight is None else float(weight[c])
        b = 0.0 if bias is None else float(bias[c])
        y[n, c] = np.reshape(one_channel(values, w, b, eps), x.shape[2:])
    return y


def expect_shape(received, expected, question):
    """Fail with a question, unless this is an array of this shape."""
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected, f"{question}\nreceived shape {shape}\nexpected shape {expected}"


def expect(received, expected, question, tolerance=1e-5):
    """Fail with a question, unless the values agree."""
    expect_shape(received, expected.shape, question)
    close = np.allclose(received, expected, rtol=tolerance, atol=tolerance)
    assert close, f"{question}\nreceived {show(received)}\nexpected {show(expected)}"


def show(array):
    """Return an array in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(array).split())


def expect_by_hand(attempt, cases):
    """Ask all of the attempt, then fail with the first question whose answer is wrong."""
    received = [attempt(**arguments) for _, arguments in cases]
    for y, (question, arguments) in zip(received, cases, strict=True):
        expect(y, by_hand(**arguments), question)


def each_by_itself(attempt, x):
    """Return what the attempt makes of every channel of every sample, each given alone."""
    y = np.empty(x.shape)
    for n, c in np.ndindex(x.shape[:2]):
        y[n, c] = attempt(x[n, c].reshape(1, 1, 1, -1), eps=0.0).reshape(x.shape[2:])
    return y


def is_norm(attempt):
    """Return whether the attempt norms a channel, be it right or wrong.

    Its result depends on x, and an offset or a factor of all values drops out of it.
    """
    x = np.array([[[[1.0, 5.0], [2.0, 9.0], [4.0, 0.0]]]])
    try:
        y, turned, moved = (attempt(each, eps=0.0) for each in (x, x[..., ::-1], x + 7))
        grown, more = (attempt(each, eps=0.0) for each in (1e3 * x, 1e6 * x))
        depends = np.unique(y).size > 1 and not np.allclose(y, turned)
        return depends and bool(np.allclose(y, moved) or np.allclose(grown, more))
    except Exception:  # it has no answer to one channel
        return False


def expect_own_statistics(attempt, received, x, question):
    """Fail with a question, unless no value of another channel counts.

    How the attempt normalizes a channel, be it right or wrong, shows where there is but one.
    """
    expected = by_hand(x, eps=0.0)
    if np.shape(received) == x.shape and not np.allclose(received, expected, 1e-5, 1e-5):
        try:
            own = each_by_itself(attempt, x)
        except Exception:  # it has no answer to one channel
            own = x
        if np.allclose(received, own, 1e-5, 1e-5) and is_norm(attempt):
            return
    expect(received, expected, question)


def test_each_channel_of_each_sample_has_its_own_statistics(attempt):
    image = np.array([[[[1.0, 2.0], [7.0, 4.0]], [[10.0, 60.0], [20.0, 30.0]]]])
    series = np.array(  # N, C and T are 2, 3 and 4
        [
            [[-1.0, 2.0, 6.0, 3.0], [-30.0, -70.0, -20.0, -50.0], [0.0, 1.0, 1.0, 4.0]],
            [[6.0, 5.0, 1.0, 0.0], [20.0, 90.0, 70.0, 10.0], [8.0, 2.0, 3.0, 2.0]],
        ]
    )
    cases = [
        (
            image,
            "(N, C, H, W): is a channel normalized by mean and variance of all its H·W values?",
        ),
        (series, "(N, C, T): is each row of T values normalized by its own mean and variance?"),
        (
            np.stack([image, image[..., ::-1] ** 2], axis=2),
            "(N, C, T, H, W): do three trailing axes work like two?",
        ),
        (
            image.swapaxes(2, 3),
            "x is a view, with two axes exchanged. Does every result reach its place in y?",
        ),
    ]
    received = [attempt(x, eps=0.0) for x, _ in cases]
    for y, (x, question) in zip(received, cases, strict=True):
        expect_own_statistics(attempt, y, x, question)


def test_a_channel_is_divided_by_the_root_of_its_variance_and_eps(attempt):
    values = np.array([[[[-1.0, 2.0, -7.0, 4.0]]]])
    narrow = np.array([[[[0.3, 0.1, 0.4]]]])
    tiny = np.array([[[[0.001, 0.002, 0.004]]]])
    cases = [
        (
            "One channel: is it centred, and divided by the root of a variance that divides by "
            "the number of values?",
            {"x": values, "eps": 0.0},
        ),
        (
            "With eps=0.1: is your ε inside the root, beside the variance?",
            {"x": narrow, "eps": 0.1},
        ),
        (
            "For tiny numbers ε decides. Is it 1e-5 where none is given, and in the root?",
            {"x": tiny},
        ),
        ("A constant channel: does ε keep it from 0/0?", {"x": np.full((1, 1, 1, 3), 5.0)}),
        (
            "eps=0, a tiny channel: is a 0 that is given used, and nothing else added?",
            {"x": tiny / 1e47, "eps": 0.0},
        ),
        (
            "eps=0, large numbers: is σ all that they are divided by?",
            {"x": values * 1e12, "eps": 0.0},
        ),
        (
            "float64, mean 10⁹: do you stay in float64, and square x − μ?",
            {"x": 1e9 + values},
        ),
        (
            "float64, mean 10⁹, eps=0: are both factors of the square x − μ?",
            {"x": 1e9 + narrow, "eps": 0.0},
        ),
    ]
    minute = tiny / 1e6
    y = attempt(minute)
    large = np.array([[[[10000.0, 10001.0, 10002.0, 10004.0]]]], dtype=np.float32)
    far = attempt(large)
    expect_by_hand(attempt, cases)
    question = "Numbers of 10⁻⁹: is the result, ten million times as large, as exact as others?"
    expect_shape(y, minute.shape, question)
    expect(1e7 * y, 1e7 * by_hand(minute), question)
    question = "float32, mean 10,000: is the variance the mean of the squares of x − μ?"
    expect(far, by_hand(large), question, tolerance=2e-3)


def test_weight_and_bias_belong_to_the_channels(attempt):
    first = [[[1.0, 2.0, 4.0]], [[30.0, 70.0, 40.0]], [[0.0, 1.0, 5.0]]]
    second = [[[6.0, 5.0, 1.0]], [[4.0, 4.0, 9.0]], [[2.0, 8.0, 3.0]]]
    x = np.array([first, second, first[::-1]])  # N, C and W are all 3
    weight, bias = np.array([2.0, -0.5, 1.5]), np.array([10.5, -30.0, 20.0])
    scale, shift = weight.reshape(1, 3, 1, 1), bias.reshape(1, 3, 1, 1)
    one, plain, series = attempt(x[:1]), attempt(x), attempt(x[:, :, 0])
    volume = attempt(x[..., None])
    received = [attempt(x[:1], weight, bias), attempt(x, weight, bias)]
    received += [attempt(x, weight=weight), attempt(x, bias=bias)]
    received += [attempt(x[:, :, 0], weight, bias), attempt(x[..., None], weight, bias)]
    expect_shape(one, x[:1].shape, "One sample: has the result the shape of x?")
    for result, given in ((plain, x), (series, x[:, :, 0]), (volume, x[..., None])):
        expect_shape(result, given.shape, "Has the result the shape of x?")
    expected = [one * scale + shift, plain * scale + shift, plain * scale, plain + shift]
    expected += [series * scale[..., 0] + shift[..., 0]]
    expected += [volume * scale[..., None] + shift[..., None]]
    questions = [
        "One sample: is channel c multiplied by weight[c], then shifted by bias[c]?",
        "Is your result without weight and bias multiplied by weight[c] for channel c of axis 1, "
        "then shifted by bias[c]?",
        "Does it work with a weight and no bias?",
        "Does it work with a bias and no weight?",
        "(N, C, T), N = C = T = 3: is your result without weight and bias multiplied by weight[c] for "
        "channel c of axis 1, then shifted by bias[c]?",
        "(N, C, T, H, W): do weight[c] and bias[c] meet channel c of axis 1?",
    ]
    for given in (np.array([0.0, 2.0, 3.0]), np.zeros(3)):
        received.append(attempt(x, given, given))
        expected.append((plain + 1) * given.reshape(1, 3, 1, 1))
        questions.append("Weight and bias may hold zeros. Do you ask only whether they are None?")
    constant = np.full((1, 3, 1, 2), 5.0)
    still, shifted = attempt(constant), attempt(constant, bias=bias)
    if np.isfinite(still).all():  # or it lacks ε, which another test asks for
        received.append(shifted)
        expected.append(still + shift)
        questions.append("Constant channels: is the bias added to what they become?")
    for y, right, question in zip(received, expected, questions, strict=True):
        expect(y, right, question)
    assert np.any(plain), "Without weight and bias: is it another number than 0?\nreceived zeros"


def test_the_result_has_the_dtype_of_x_and_no_argument_changes(attempt):
    x = np.array([[[[1.0, 9.0, 2.0, 9.0, 4.0, 9.0]]]], dtype=np.float32)[..., ::2]
    weight, bias = np.array([2.0]), np.array([1.0])  # float64
    y = attempt(x, weight, bias)
    changed = attempt.changed
    wide = attempt(x.astype(np.float64))
    changed = changed or attempt.changed
    even = attempt(x, weight.astype(np.float32), bias.astype(np.float32))
    changed_even = attempt.changed
    half = attempt(x.astype(np.float16), weight, bias)
    values = np.array([[[[-1.0, 2.0, -7.0, 4.0]]]])
    far = 1e9 + values
    beside = attempt(far, weight.astype(np.float32), bias.astype(np.float32))
    own = attempt(far)
    assert changed == [], (
        "Does your function write into its arguments, as `x -= …` does?\n"
        f"received {' and '.join(changed)} changed\nexpected all as they were"
    )
    assert changed_even == [], (
        "float32: do you write into an array of which `copy=False` or `asarray` made no copy?\n"
        f"received {' and '.join(changed_even)} changed\nexpected all as they were"
    )
    question = "float64, mean 10⁹, weight and bias float32: do you stay in the dtype of x?"
    expect(beside, own * 2.0 + 1.0, question)
    results = {
        "float32, and weight float64": y,
        "float64": wide,
        "float32, as weight is": even,
        "float16": half,
    }
    for given, result in results.items():
        dtype, expected = getattr(result, "dtype", None), given[:7]
        assert dtype == expected, (
            f"x is {given}. What is the result?\nreceived {dtype}\nexpected {expected}"
        )
    assert is_norm(attempt), f"Is x normalized, be it right or wrong?\nreceived {show(wide)}"
    for array in (x, weight, bias):
        array.flags.writeable = False
    again = attempt(x, weight, bias)
    expect(again, y, "Is the result the same for arrays that may not be written to?")
