"""What the gradients of a LayerNorm must be: the slopes of a loss, found by nudging each number."""

import math

import numpy as np

STEP = 1e-6
NAMES = "dx", "dweight", "dbias"


def loss(dy, x, weight, bias, eps):
    """Return the sum of dy times LayerNorm's output; its gradient with respect to y is dy."""
    total = 0.0
    for dy_row, row in zip(dy.reshape(-1, len(bias)), x.reshape(-1, len(bias)), strict=True):
        mean = sum(row) / len(row)
        root = math.sqrt(sum((value - mean) ** 2 for value in row) / len(row) + eps)
        for slope, value, w, b in zip(dy_row, row, weight, bias, strict=True):
            total += slope * (w * (value - mean) / root + b)
    return total


def slopes(function, array):
    """Return how fast the function grows with each number of the array."""
    result = np.empty(array.shape)
    for index in np.ndindex(array.shape):
        up, down = array.copy(), array.copy()
        up[index] += STEP
        down[index] -= STEP
        result[index] = (function(up) - function(down)) / (2 * STEP)
    return result


def by_hand(dy, x, weight=None, eps=1e-5):
    """Return dx, dweight and dbias, in float64."""
    dy, x = np.array(dy, dtype=np.float64), np.array(x, dtype=np.float64)
    weight = np.ones(x.shape[-1]) if weight is None else weight
    bias = np.zeros(x.shape[-1])
    return (
        slopes(lambda nudged: loss(dy, nudged, weight, bias, eps), x),
        slopes(lambda nudged: loss(dy, x, nudged, bias, eps), weight),
        slopes(lambda nudged: loss(dy, x, weight, nudged, eps), bias),
    )


def kind_of(result):
    """Return a result's type, and of several values how many there are."""
    name = type(result).__name__
    return f"{name} of {len(result)}" if isinstance(result, (tuple, list)) else name


def three(result):
    """Return the result, if it is three gradients."""
    assert isinstance(result, (tuple, list)) and len(result) == 3, (
        "Does your function return three gradients, (dx, dweight, dbias)?\n"
        f"received {kind_of(result)}\nexpected tuple of 3"
    )
    return result


def expect(name, received, expected, question, tolerance=1e-6):
    """Fail with a question, unless the values agree."""
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected.shape, (
        f"{question}\nreceived {name} of shape {shape}\nexpected shape {expected.shape}"
    )
    assert np.allclose(received, expected, rtol=tolerance, atol=tolerance), (
        f"{question}\nreceived {name} = {show(received)}\nexpected {show(expected)}"
    )


def show(array):
    """Return an array in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(array).split())


def test_dweight_and_dbias_add_up_over_the_samples(attempt):
    x = np.array([[1.0, 2.0, 4.0], [3.0, 3.0, 0.0], [6.0, 1.0, 2.0], [0.0, 5.0, 1.0]])
    dy = np.array([[1.0, 0.5, -1.13], [2.0, 1.0, 3.0], [0.0, -4.0, 1.0], [1.0, 1.0, 0.5]])
    _, expected_dweight, expected_dbias = by_hand(dy, x, eps=0.0)
    _, dweight, dbias = three(attempt(dy, x, eps=0.0))
    expect("dbias", dbias, expected_dbias, "Is dbias the sum of dy over the samples?")
    question = "Is dweight the sum of dy times x̂ over the samples, with weight=None as well?"
    expect("dweight", dweight, expected_dweight, question)
    weight = np.array([2.0, -1.0, 0.5])
    _, expected_dweight, expected_dbias = by_hand(dy, x, weight, eps=0.0)
    _, dweight, dbias = three(attempt(dy, x, weight, eps=0.0))
    question = "The weight multiplies x̂ and is not in its own slope. Does yours enter {}?"
    expect("dbias", dbias, expected_dbias, question.format("dbias"))
    expect("dweight", dweight, expected_dweight, question.format("dweight"))


def test_without_a_weight_dx_is_the_slope_of_the_loss(attempt):
    x = np.array([[1.0, 0.0, 0.0, 0.0], [2.0, 4.0, 7.0, 8.0]])
    dy = np.array([[0.0, 1.0, 0.0, 0.0], [1.0, -2.0, 0.5, 3.0]])
    expected, _, _ = by_hand(dy, x, eps=0.0)
    dx, _, _ = three(attempt(dy, x, eps=0.0))
    question = "Does dx include what x does through the mean, and through the variance, of its row?"
    expect("dx", dx, expected, question)


def test_dy_reaches_x_through_the_weight(attempt):
    x = np.array([[1.0, 2.0, 4.0, 1.0]])
    dy = np.array([[1.0, 0.5, 2.0, -1.0]])
    for weight in (np.ones(4), np.array([2.0, -1.0, 0.5, 3.0])):
        expected, _, _ = by_hand(dy, x, weight, eps=0.0)
        dx, _, _ = three(attempt(dy, x, weight, eps=0.0))
        question = f"With weight {show(weight)}: does it multiply dy before any mean, and dy alone?"
        if (weight == 1).all():
            question = "With a weight of ones, as with None: is dx the slope of the loss?"
        expect("dx", dx, expected, question)
    for weight in (np.array([0.0, 2.0, 0.0, 1.0]), np.zeros(4)):
        dx, _, _ = three(attempt(dy, x, weight, eps=0.0))
        question = "A weight may hold zeros. Do you ask only whether it is None?"
        expect("dx", dx, by_hand(dy, x, weight, eps=0.0)[0], question)


def test_eps_stands_inside_the_root(attempt):
    x = np.array([[1.0, 2.0, 4.0]])
    dy, ones = np.array([[1.0, 0.0, 3.0]]), np.ones(3)
    expected_dx, expected_dweight, _ = by_hand(dy, x / 100, ones)
    pair = np.array([[1.0, 0.0]]), np.array([[0.0, 0.01]])
    dx, dweight, _ = three(attempt(dy, x / 100))
    dx_of_pair, _, _ = three(attempt(*pair))
    question = "With no ε given: do you divide by √(σ² + 1e-5), in x̂ and in dx?"
    expect("dweight", dweight, expected_dweight, question)
    expect("dx", dx, expected_dx, question)
    expect("dx", dx_of_pair, by_hand(*pair)[0], question)
    expected_dx, expected_dweight, _ = by_hand(dy, x, ones, eps=0.1)
    dx, dweight, _ = three(attempt(dy, x, ones, eps=0.1))
    question = "With eps=0.1: do you divide by √(σ² + 0.1), in x̂ and in dx?"
    expect("dweight", dweight, expected_dweight, question)
    expect("dx", dx, expected_dx, question)
    expected_dx, expected_dweight, _ = by_hand(dy, x, ones, eps=0.0)
    for size, scale in {"tiny": 1e-30, "large": 1e8}.items():
        dx, dweight, _ = three(attempt(dy * scale, x * scale, ones, eps=0.0))
        question = f"With eps=0, {size} numbers: do you divide by σ alone, in x̂ and in dx?"
        expect(f"dweight / {scale:.0e}", dweight / scale, expected_dweight, question)
        expect("dx", dx, expected_dx, question)
    x = np.array([[5.0, 5.0, 5.0]])
    expected_dx, expected_dweight, _ = by_hand(dy, x, ones)
    dx, dweight, _ = three(attempt(dy, x, ones))
    question = "A constant row has no variance. Is dx then (dy − its mean) / √ε, and dweight 0?"
    expect("dweight", dweight, expected_dweight, question)
    expect("dx", dx, expected_dx, question)


def test_any_number_of_axes_may_stand_before_the_features(attempt):
    x = np.array([[[-1.0, 2.0, 4.0], [5.0, 3.0, 0.0]], [[7.0, 7.5, 2.0], [2.0, 8.0, 4.0]]])
    x, ones = x.swapaxes(0, 1), np.ones(3)
    dy = np.array([[[1.0, 0.0, 2.0], [3.0, 1.0, -1.0]], [[0.5, 2.0, 1.0], [0.0, 1.0, 4.0]]])
    expected_dx, expected_dweight, expected_dbias = by_hand(dy, x, ones, eps=0.0)
    dx, dweight, dbias = three(attempt(dy, x, eps=0.0))
    question = "For x of (N, T, D): do you add up over N and T?"
    expect("dbias", dbias, expected_dbias, question)
    expect("dweight", dweight, expected_dweight, question)
    question = "For x of (N, T, D): is dx made of each position's own statistics and means?"
    expect("dx", dx, expected_dx, question)
    dx, dweight, dbias = three(attempt(dy[:, None], x[:, None], ones, eps=0.0))
    question = "For x of (N, 1, T, D): do three leading axes work?"
    expect("dbias", dbias, expected_dbias, question)
    expect("dweight", dweight, expected_dweight, question)
    expect("dx", dx, expected_dx[:, None], question)
    dx, dweight, dbias = three(attempt(dy[..., :1], x[..., :1]))
    question = "D = 1: each x̂ is 0. Are dx and dweight 0, and dbias the sum of dy?"
    expect("dbias", dbias, expected_dbias[:1], question)
    expect("dweight", dweight, np.zeros(1), question)
    expect("dx", dx, np.zeros((2, 2, 1)), question)
    expected_dx, expected_dweight, expected_dbias = by_hand(dy[0, 0], x[0, 0], ones, eps=0.0)
    dx, dweight, dbias = three(attempt(dy[0, 0], x[0, 0], ones, eps=0.0))
    question = "One sample, x of (D,), leaves nothing to add up. Is every gradient of (D,)?"
    expect("dbias", dbias, expected_dbias, question)
    expect("dweight", dweight, expected_dweight, question)
    expect("dx", dx, expected_dx, question)


def test_a_large_mean_does_not_spoil_the_gradients(attempt):
    x = np.array([[10000.0, 10001.0, 10002.0, 10004.0]], dtype=np.float32)
    dy, ones = np.array([[1.0, 0.5, 2.0, -1.0]], dtype=np.float32), np.ones(4)
    expected_dx, expected_dweight, _ = by_hand(dy, x, ones)
    dx, dweight, _ = three(attempt(dy, x, ones))
    question = "float32, mean 10,000: is the variance the mean of the squares of x − μ?"
    expect("dweight", dweight, expected_dweight, question, tolerance=2e-3)
    expect("dx", dx, expected_dx, question, tolerance=2e-3)
    near = np.array([[1.0, 2.0, 4.0, 1.0, 0.0, 5.0]])
    dy, ones = np.array([[1.0, 0.5, 2.0, -1.0, 0.0, 3.0]]), np.ones(6)
    expected_dx, expected_dweight, _ = by_hand(dy, near, ones)
    dx, dweight, _ = three(attempt(dy, near + 1e9, ones))
    question = "float64, mean 10⁹: do you stay in float64, and square x − μ?"
    expect("dweight", dweight, expected_dweight, question, tolerance=1e-5)
    expect("dx", dx, expected_dx, question, tolerance=1e-5)
    narrow, weight = dy.astype(np.float32), np.array([2.0, -1.0, 0.5, 1.0, 3.0, 2.0])
    dx, dweight, _ = three(attempt(narrow, near + 1e9, weight.astype(np.float32)))
    question = "float64, mean 10⁹, dy and weight float32: do you stay in the dtype of x?"
    expect("dweight", dweight, expected_dweight, question, tolerance=1e-5)
    expect("dx", dx, by_hand(dy, near, weight)[0], question, tolerance=1e-5)
    dx, _, _ = three(attempt(dy + 1e9, near))
    question = "dy of mean 10⁹: what all features of dy share drops out of dx. Does it of yours?"
    expect("dx", dx, expected_dx, question, tolerance=1e-5)
    dx, _, _ = three(attempt(np.array([[2e9 + 7, 5.0]]), np.array([[1.0, 3.0]])))
    slope = (1e9 + 1) * 1e-5 / (1 + 1e-5) ** 1.5
    question = (
        "Two features: x̂ is nearly −1 and 1, wherever x is. Is dx small beside dy, and not cut off?"
    )
    expect("dx", dx, np.array([[slope, -slope]]), question, tolerance=1e-5)
    dx, dweight, _ = three(attempt(0 * dy, 1e12 + 1000 * near))
    question = "Where dy is 0, so is each gradient. Is it still, at a mean of 10¹²?"
    expect("dweight", dweight, np.zeros(6), question)
    expect("dx", dx, np.zeros((1, 6)), question)


def test_the_gradients_have_the_dtype_of_x(attempt):
    dy, weight = np.array([[1.0, 0.5, 2.0]]), np.array([2.0, -1.0, 0.5])  # float64
    double = np.array([[1.0, 2.0, 4.0]])
    half = np.array([[1.0, 1.0, 4.0]], dtype=np.float16)  # with ε = 2 its x̂ is −0.5, −0.5, 1
    for x, eps in ((double.astype(np.float32), 0.0), (double, 0.0), (half, 2.0)):
        gradients = three(attempt(dy, x, weight, eps=eps))
        expected = by_hand(dy, x, weight, eps=eps)
        for name, gradient, right in zip(NAMES, gradients, expected, strict=True):
            dtype = getattr(gradient, "dtype", None)
            assert dtype == x.dtype, (
                f"x is {x.dtype}, dy and weight are float64. What is {name}?\n"
                f"received {dtype}\nexpected {x.dtype}"
            )
            question = f"x is {x.dtype}. Are the numbers right as well?"
            tolerance = 1e-2 if x.dtype == np.float16 else 1e-5
            expect(name, gradient, right, question, tolerance)
    expected_dx, expected_dweight, _ = by_hand(dy, double, weight, eps=0.0)
    dx, dweight, _ = three(attempt(dy, double * 1e-50, weight, eps=0.0))
    question = "float64, x of 1e-50: do you stay in float64 throughout, and cut nothing off?"
    expect("dweight", dweight, expected_dweight, question)
    expect("dx · 1e-50", dx * 1e-50, expected_dx, question)


def test_the_arguments_are_left_as_they_were(attempt):
    x = np.array([[1.0, 9.0, 2.0, 9.0, 4.0, 9.0], [3.0, 9.0, 3.0, 9.0, 0.0, 9.0]])[:, ::2]
    dy = np.array([[1.0, 2.0], [0.0, 1.0], [3.0, -1.0]]).T
    weight = np.array([2.0, -1.0, 0.5])
    before = three(attempt(dy, x, weight, eps=0.0))
    assert attempt.changed == [], (
        "Does your function write into its arguments, as `dy *= …` does?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected all as they were"
    )
    given = dy, x, weight
    attempt(*(array.astype(np.float32) for array in given), eps=0.0)
    assert attempt.changed == [], (
        "float32: do you write into an array of which `copy=False` or `asarray` made no copy?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected all as they were"
    )
    # Whatever they are, they come again: other checks ask whether they are right.
    is_new = not any(np.array_equal(before[0], each) for each in given)
    assert np.unique(before[0]).size > 1 and is_new, (
        f"Is anything done to dy?\nreceived dx = {show(before[0])}"
    )
    for array in given:
        array.flags.writeable = False
    question = "Is each gradient the same where arrays may not be written to?"
    for name, gradient, earlier in zip(NAMES, three(attempt(*given, eps=0.0)), before, strict=True):
        expect(name, gradient, np.asarray(earlier), question)
