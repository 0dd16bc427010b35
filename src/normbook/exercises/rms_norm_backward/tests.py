"""What the gradients of an RMSNorm must be: the slopes of a loss, found by nudging each number."""

import math

import numpy as np

STEP = 1e-6


def loss(dy, x, weight, eps):
    """Return the sum of dy times RMSNorm's output; its gradient with respect to y is dy."""
    total = 0.0
    for dy_row, row in zip(dy.reshape(-1, len(weight)), x.reshape(-1, len(weight)), strict=True):
        root = math.sqrt(sum(value**2 for value in row) / len(row) + eps)
        for slope, value, w in zip(dy_row, row, weight, strict=True):
            total += slope * w * value / root
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


def by_hand(dy, x, weight=None, eps=1e-6):
    """Return dx and dweight, in float64."""
    x = x.astype(np.float64)
    weight = np.ones(x.shape[-1]) if weight is None else weight
    return (
        slopes(lambda nudged: loss(dy, nudged, weight, eps), x),
        slopes(lambda nudged: loss(dy, x, nudged, eps), weight),
    )


def kind_of(result):
    """Return a result's type, and of several values how many there are."""
    name = type(result).__name__
    return f"{name} of {len(result)}" if isinstance(result, (tuple, list)) else name


def two(result):
    """Return the result, if it is two gradients."""
    assert isinstance(result, (tuple, list)) and len(result) == 2, (
        "Does your function return two gradients, (dx, dweight)?\n"
        f"received {kind_of(result)}\nexpected tuple of 2"
    )
    return result


def expect(name, received, expected, question, tolerance=1e-4):
    """Fail with a question, unless the values agree."""
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected.shape, (
        f"{question}\nreceived {name} of shape {shape}\nexpected shape {expected.shape}"
    )
    assert np.allclose(received, expected, rtol=tolerance, atol=tolerance), (
        f"{question}\nreceived {name} = {show(received)}\nexpected {show(expected)}"
    )


def leaves_all_as_it_was(
    attempt, question="Does your function write into its arguments, as `dy *= …` does?"
):
    """Fail with a question, if the last call changed an argument."""
    assert attempt.changed == [], (
        f"{question}\nreceived {' and '.join(attempt.changed)} changed\nexpected all as they were"
    )


def has_its_dtype(gradients, x, dy, weight=None):
    """Fail unless the gradients at eps=0 have the dtype of x, and are right."""
    expected = by_hand(dy, x, weight, eps=0.0)
    for name, gradient, right in zip(("dx", "dweight"), two(gradients), expected, strict=True):
        dtype = getattr(gradient, "dtype", None)
        assert dtype == x.dtype, (
            f"x is {x.dtype}, whatever dy and weight are. What is {name}?\n"
            f"received {dtype}\nexpected {x.dtype}"
        )
        question = f"x is {x.dtype}. Are the numbers right as well?"
        expect(name, gradient, right, question, 1e-2 if x.dtype == np.float16 else 1e-4)


def show(array):
    """Return an array in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(array).split())


def test_dweight_adds_up_over_the_samples(attempt):
    x = np.array([[3.0, 4.0, 0.0], [1.0, -2.0, 5.0]])
    dy = np.array([[1.0, 0.5, 2.0], [2.0, 1.0, -1.0]])
    _, expected = by_hand(dy, x, eps=0.0)
    _, dweight = two(attempt(dy, x, eps=0.0))
    question = "Is dweight the sum of dy times x̂ over the samples, with weight=None as well?"
    expect("dweight", dweight, expected, question)
    weight = np.array([2.0, -1.0, 0.5])
    _, expected = by_hand(dy, x, weight, eps=0.0)
    _, dweight = two(attempt(dy, x, weight, eps=0.0))
    question = "The weight multiplies x̂ and is not in its own slope. Does yours enter dweight?"
    expect("dweight", dweight, expected, question)
    x, dy = np.stack([x, x[::-1] + 1]), np.stack([dy, 2 * dy])
    _, expected = by_hand(dy, x, weight, eps=0.0)
    _, dweight = two(attempt(dy, x, weight, eps=0.0))
    question = "For x of (N, T, D): is dweight a sum over N and T?"
    expect("dweight", dweight, expected, question)
    _, expected = by_hand(dy[0, 0], x[0, 0], weight, eps=0.0)
    _, dweight = two(attempt(dy[0, 0], x[0, 0], weight, eps=0.0))
    question = "One sample, x of (D,), leaves nothing to add up. Is dweight of (D,)?"
    expect("dweight", dweight, expected, question)


def test_dx_is_the_slope_of_the_loss(attempt):
    x = np.array([[3.0, 4.0, 0.0], [1.0, -2.0, 5.0]])
    dy = np.array([[1.0, 0.0, 0.0], [2.0, 1.0, -1.0]])
    expected, _ = by_hand(dy, x, eps=0.0)
    dx, _ = two(attempt(dy, x, eps=0.0))
    question = "Does dx include what x does through the root mean square of its row, and no more?"
    expect("dx", dx, expected, question)
    for weight in (np.ones(3), np.array([2.0, -1.0, 0.5])):
        expected, _ = by_hand(dy, x, weight, eps=0.0)
        dx, _ = two(attempt(dy, x, weight, eps=0.0))
        question = f"With weight {show(weight)}: does it multiply dy before the mean, and dy alone?"
        if (weight == 1).all():
            question = "With a weight of ones, as with None: is dx the slope of the loss?"
        expect("dx", dx, expected, question)
    for zeros in (np.array([0.0, 2.0, 0.0]), np.zeros(3)):
        dx, _ = two(attempt(dy, x, zeros, eps=0.0))
        question = "A weight may hold zeros. Do you ask only whether it is None?"
        expect("dx", dx, by_hand(dy, x, zeros, eps=0.0)[0], question)
    x, dy = np.stack([x, x[::-1] + 1]).swapaxes(0, 1), np.stack([dy, 2 * dy])
    expected, _ = by_hand(dy, x, weight, eps=0.0)
    dx, _ = two(attempt(dy, x, weight, eps=0.0))
    expect("dx", dx, expected, "For x of (N, T, D): does each position have an RMS of its own?")
    dx, _ = two(attempt(dy[0, 0], x[0, 0], weight, eps=0.0))
    expect("dx", dx, expected[0, 0], "One sample, x of (D,): is dx of (D,), too?")
    dx, _ = two(attempt(dy[:, None], x[:, None], weight, eps=0.0))
    expect("dx", dx, expected[:, None], "For x of (N, 1, T, D): do three leading axes work?")
    expected, _ = by_hand(dy[..., :1], x[..., :1], eps=0.1)
    dx, _ = two(attempt(dy[..., :1], x[..., :1], eps=0.1))
    expect("dx", dx, expected, "For D = 1: is a row of one number divided by its size?")


def test_eps_stands_inside_the_root(attempt):
    x, ones = np.array([[1.0, 0.5, -1.0]]), np.ones(3)
    dy = np.array([[1.0, 0.0, 3.0]])
    expected_dx, expected_dweight = by_hand(dy, x / 100, ones)
    dx, dweight = two(attempt(dy, x / 100))
    question = (
        "With no ε given: do you divide by the root of the mean square + 1e-6, in dx as in x̂?"
    )
    expect("dweight", dweight, expected_dweight, question)
    expect("dx", dx, expected_dx, question)
    expected_dx, expected_dweight = by_hand(dy, x, ones, eps=0.1)
    dx, dweight = two(attempt(dy, x, ones, eps=0.1))
    question = "With eps=0.1: do you divide by the root of the mean square + 0.1, in dx as in x̂?"
    expect("dweight", dweight, expected_dweight, question)
    expect("dx", dx, expected_dx, question)
    expected_dx, expected_dweight = by_hand(dy, x, ones, eps=0.0)
    for size, scale in {"tiny": 1e-14, "large": 1e8}.items():
        dx, dweight = two(attempt(dy, x * scale, ones, eps=0.0))
        question = f"With eps=0, {size} numbers: do you divide by their RMS alone, in dx as in x̂?"
        expect("dweight", dweight, expected_dweight, question)
        expect(f"dx · {scale:.0e}", dx * scale, expected_dx, question)
    expected_dx, expected_dweight = by_hand(dy, 0 * x, ones)
    dx, dweight = two(attempt(dy, 0 * x, ones))
    question = "A row of zeros has an RMS of 0. Is dx then dy / √ε, and dweight 0?"
    expect("dweight", dweight, expected_dweight, question)
    expect("dx", dx, expected_dx, question)


def test_the_dtype_and_the_arguments_are_kept(attempt):
    x = np.array([[3.0, 9.0, 4.0, 9.0, 0.0], [1.0, 9.0, -2.0, 9.0, 5.0]], dtype=np.float32)[:, ::2]
    dy = np.array([[1.0, 2.0], [0.0, 1.0], [3.0, -1.0]]).T  # float64
    weight = np.array([2.0, -1.0, 0.5])  # float64
    gradients = attempt(dy, x, weight, eps=0.0)
    leaves_all_as_it_was(attempt)
    wide, narrow = x.astype(np.float64), dy.astype(np.float32)
    larger = np.array([[3e45, 4e45], [2e45, -1e45]])  # float32 has no such numbers
    large = larger / 1e20
    gradients_narrow = attempt(narrow, x, eps=0.0)
    gradients_wide = attempt(dy, wide, weight, eps=0.0)
    leaves_all_as_it_was(attempt)
    attempt(narrow, x, weight.astype(np.float32), eps=0.0)
    question = (
        "float32: do you write into an array of which `copy=False` or `asarray` made no copy?"
    )
    leaves_all_as_it_was(attempt, question)
    gradients_larger = attempt(dy[:, :2] * 1e45, larger, eps=0.0)
    gradients_beside = attempt(narrow[:, :2], large, weight[:2].astype(np.float32), eps=0.0)
    half = np.array([[2, 2, -2], [4, -4, 4]], dtype=np.float16)
    gradients_half = attempt(dy, half, weight, eps=0.0)
    has_its_dtype(gradients, x, dy, weight)
    has_its_dtype(gradients_narrow, x, narrow)
    has_its_dtype(gradients_wide, wide, dy, weight)
    dx, dweight = two(gradients_larger)
    expected_dx, expected_dweight = by_hand(dy[:, :2], larger / 1e45, eps=0.0)
    question = "float64, x of 1e45: do you stay in float64, where it and its squares are finite?"
    expect("dweight / 1e45", dweight / 1e45, expected_dweight, question)
    expect("dx", dx, expected_dx, question)
    dx, dweight = two(gradients_beside)
    expected_dx, expected_dweight = by_hand(dy[:, :2], large / 1e25, weight[:2], eps=0.0)
    question = "float64, x of 1e25, dy and weight float32: do you stay in the dtype of x?"
    expect("dweight", dweight, expected_dweight, question)
    expect("dx · 1e25", dx * 1e25, expected_dx, question)
    has_its_dtype(gradients_half, half, dy, weight)
    for array in (dy, x, weight):
        array.flags.writeable = False
    has_its_dtype(attempt(dy, x, weight, eps=0.0), x, dy, weight)
