"""A folded layer is found out by the inputs 0 and e_i: they show b', then each column of W'."""

import numpy as np

WEIGHT, BIAS = np.array([2.0, -1.0, 0.0]), np.array([10.0, 20.0, 30.0])
SQUARE = np.array([[1.0, 2.0, 3.0], [0.0, 4.0, -1.0], [5.0, 0.5, 2.0]])
WIDE = np.array([[1.0, 2.0, 3.0], [4.0, 0.0, -1.0], [0.5, 1.5, 2.0], [7.0, -2.0, 1.0]])
LINEAR_BIAS = np.array([0.1, 0.2, 0.3])


def two_layers(x_hat, weight, bias, linear_weight, linear_bias):
    """Return what the scale and shift and then the linear layer make of one row."""
    y = [w * value + b for value, w, b in zip(x_hat, weight, bias, strict=True)]
    out = [sum(w * value for w, value in zip(row, y, strict=True)) for row in linear_weight]
    if linear_bias is None:
        return np.array(out)
    return np.array([value + b for value, b in zip(out, linear_bias, strict=True)])


def by_hand(*layers):
    """Return the folded weight, column by column, and the folded bias."""
    at_zero = two_layers([0.0, 0.0, 0.0], *layers)
    columns = [two_layers(e, *layers) - at_zero for e in np.eye(3)]
    return np.stack(columns, axis=1), at_zero


def expect(received, expected, question):
    """Fail with a question, unless the values agree."""
    shape = getattr(received, "shape", None)
    assert shape == expected.shape, (
        f"{question}\nreceived shape {shape}\nexpected shape {expected.shape}"
    )
    assert np.allclose(received, expected, rtol=1e-5, atol=1e-5), (
        f"{question}\nreceived {show(received)}\nexpected {show(expected)}"
    )


def show(array):
    """Return an array in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(array).split())


def fold(attempt, weight, bias, linear_weight, linear_bias=None):
    """Return what the attempt makes of two layers, and what is right."""
    layers = (weight, bias, linear_weight, linear_bias)
    return attempt(*layers), by_hand(*layers)


def test_each_column_takes_the_weight_of_its_feature(attempt):
    zero = np.zeros(3)
    (received, _), (expected, _) = fold(attempt, WEIGHT, zero, SQUARE, LINEAR_BIAS)
    expect(received, expected, "W[o, i] meets feature i. Is column i scaled by weight[i]?")
    (received, _), (expected, _) = fold(attempt, WEIGHT, BIAS, SQUARE, LINEAR_BIAS)
    expect(received, expected, "Does the norm's bias stay out of W'?")
    (received, _), (expected, _) = fold(attempt, WEIGHT, BIAS, WIDE)
    expect(received, expected, "Does it work for 3 features and 4 outputs?")


def test_the_bias_goes_through_the_linear_weight_into_the_linear_bias(attempt):
    one = np.ones(3)
    (_, received), (_, expected) = fold(attempt, one, BIAS, SQUARE, LINEAR_BIAS)
    expect(received, expected, "At x̂ = 0 the layer sees the norm's bias. Is b' = W β + b?")
    (_, received), (_, expected) = fold(attempt, WEIGHT, BIAS, SQUARE, LINEAR_BIAS)
    expect(received, expected, "β is added after the scaling. Is it multiplied by W, not by W'?")
    (_, received), (_, expected) = fold(attempt, WEIGHT, BIAS, WIDE)
    expect(received, expected, "Without linear_bias: is b' still an array, W β?")


def test_the_arguments_are_left_as_they_were(attempt):
    attempt(WEIGHT, BIAS, SQUARE, LINEAR_BIAS)
    assert attempt.changed == [], (
        "Does your function write into its arguments, as `linear_weight *= …` does?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected all as they were"
    )
    view = np.arange(18.0).reshape(3, 6)[:, ::2]
    layers = (WEIGHT.copy(), BIAS.copy(), view, LINEAR_BIAS.copy())
    for array in layers:
        array.flags.writeable = False
    (received, shift), (expected, at_zero) = fold(attempt, *layers)
    question = "Does it work on arrays that may not be written to?"
    expect(received, expected, question)
    expect(shift, at_zero, question)
