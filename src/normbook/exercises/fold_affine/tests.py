"""A folded layer is found out by the inputs 0 and e_i: they show b', then each column of W'."""

import numpy as np

WEIGHT, BIAS = np.array([2.0, -1.0, 0.0]), np.array([10.0, 20.0, -40.0])
SQUARE = np.array([[1.0, 2.0, 3.0], [0.0, 4.0, -1.0], [5.0, 0.5, 2.0]])
WIDE = np.array([[1.0, 2.0, 3.0], [4.0, 0.0, -1.0], [0.5, 1.5, 2.0], [7.0, -2.0, 1.0]])
LINEAR_BIAS = np.array([0.1, 0.2, 0.3])
NARROW = tuple(each.astype(np.float32) for each in (WEIGHT, BIAS, SQUARE, LINEAR_BIAS))


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
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected.shape, (
        f"{question}\nreceived shape {shape}\nexpected shape {expected.shape}"
    )
    assert np.allclose(received, expected, rtol=1e-5, atol=1e-5), (
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


def expect_folded(attempt, part, cases):
    """Ask all of the attempt, then fail with the first question of whose pair a part is wrong."""
    received = [attempt(*layers) for _, layers in cases]
    for pair, (question, (weight, bias, linear_weight, *rest)) in zip(received, cases, strict=True):
        expected = by_hand(weight, bias, linear_weight, *(rest or [None]))
        expect(pair[part], expected[part], question)


def expect_sevenths(attempt, part):
    """Fail with a question, unless nine digits of a part are right for sevenths."""
    layers = WEIGHT / 7, BIAS / 7, SQUARE / 7, LINEAR_BIAS / 7
    expect_every_digit(attempt(*layers)[part], by_hand(*layers)[part])


def test_each_column_takes_the_weight_of_its_feature(attempt):
    cases = [
        (
            "W[o, i] meets feature i. Is column i scaled by weight[i]?",
            (WEIGHT, np.zeros(3), SQUARE, LINEAR_BIAS),
        ),
        ("Does the norm's bias stay out of W'?", (WEIGHT, BIAS, SQUARE, LINEAR_BIAS)),
        ("Does it work for 3 features and 4 outputs?", (WEIGHT, BIAS, WIDE, np.ones(4))),
        ("One output: has W' still two axes?", (WEIGHT, BIAS, WIDE[:1], np.ones(1))),
        (
            "10⁵⁰ fits float64 alone. Do you stay in it?",
            (WEIGHT * 1e25, np.zeros(3), SQUARE * 1e25, LINEAR_BIAS),
        ),
        ("All arrays are float32. Is it right there, too?", NARROW),
    ]
    expect_folded(attempt, 0, cases)
    expect_sevenths(attempt, 0)


def test_the_bias_goes_through_the_linear_weight_into_the_linear_bias(attempt):
    cases = [
        (
            "At x̂ = 0 the layer sees the norm's bias. Is b' = W β + b?",
            (np.ones(3), BIAS, SQUARE, LINEAR_BIAS),
        ),
        (
            "β is added after the scaling. Is it multiplied by W, not by W'?",
            (WEIGHT, BIAS, SQUARE, LINEAR_BIAS),
        ),
        ("Without linear_bias: is b' still an array, W β?", (WEIGHT, BIAS, WIDE)),
        ("One output: is b' still of shape (1,)?", (WEIGHT, BIAS, WIDE[:1], np.ones(1))),
        (
            "linear_bias may hold a 0. Do you ask only whether it is None?",
            (WEIGHT, BIAS, SQUARE, LINEAR_BIAS * [1, 0, 1]),
        ),
        (
            "10⁵⁰ fits float64 alone. Do you stay in it?",
            (WEIGHT, BIAS * 1e25, SQUARE * 1e25, LINEAR_BIAS),
        ),
        ("All arrays are float32. Is it right there, too?", NARROW),
    ]
    expect_folded(attempt, 1, cases)
    expect_sevenths(attempt, 1)


def test_the_arguments_are_left_as_they_were(attempt):
    attempt(WEIGHT, BIAS, SQUARE, LINEAR_BIAS)
    assert attempt.changed == [], (
        "Does your function write into its arguments, as `linear_weight *= …` does?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected all as they were"
    )
    attempt(*NARROW)
    assert attempt.changed == [], (
        "float32: do you write into an array of which `copy=False` or `asarray` made no copy?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected all as they were"
    )
    view = np.arange(18.0).reshape(3, 6)[:, ::2]
    layers = (WEIGHT.copy(), BIAS.copy(), view, LINEAR_BIAS.copy())
    before = attempt(*layers)
    for array in layers:
        array.flags.writeable = False
    after = attempt(*layers)
    pair = isinstance(after, (tuple, list)) and len(after) == 2
    assert pair, f"Is the result a pair?\nreceived {type(after).__name__}\nexpected two arrays"
    new = [each for each in after if not any(np.array_equal(each, given) for given in layers)]
    assert new, (
        "Is something folded, and not two of the arguments given back?\n"
        f"received {' and '.join(map(show, after))}\nexpected W' and b'"
    )
    for received, expected in zip(after, before, strict=True):
        assert np.unique(received).size > 1, f"Do its numbers differ?\nreceived {show(received)}"
        expect(received, expected, "Is the result the same where arrays may not be written to?")
