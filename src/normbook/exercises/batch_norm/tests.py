"""What a BatchNorm must do, in training and after. Small numbers, so that a wrong one shows."""

import math

import numpy as np

NAMES = ("y", "running_mean", "running_var")


def by_hand(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    """Return BatchNorm's three results in float64, channel by channel, number by number."""
    y = np.empty(x.shape)
    new_mean, new_var = np.array(running_mean, float), np.array(running_var, float)
    for c in range(x.shape[1]):
        mean, var = float(running_mean[c]), float(running_var[c])
        if training:
            values = [float(value) for value in x[:, c].ravel()]
            n = len(values)
            mean = sum(values) / n
            squares = sum((value - mean) ** 2 for value in values)
            var = squares / n
            new_mean[c] = (1 - momentum) * running_mean[c] + momentum * mean
            new_var[c] = (1 - momentum) * running_var[c] + momentum * squares / (n - 1)
        y[:, c] = (x[:, c].astype(float) - mean) / math.sqrt(var + eps)
        y[:, c] *= 1.0 if weight is None else weight[c]
        y[:, c] += 0.0 if bias is None else bias[c]
    return y, new_mean, new_var


def three(result):
    """Return the results by name; fail with a question, unless there are three."""
    count = len(result) if isinstance(result, (tuple, list)) else None
    assert count == 3, (
        "Do you return y and both running statistics, in training or not?\n"
        f"received {type(result).__name__}{'' if count is None else f' of {count}'}\n"
        "expected (y, running_mean, running_var)"
    )
    return dict(zip(NAMES, result, strict=True))


def expect_shape(received, expected, question):
    """Fail with a question, unless this is an array of this shape."""
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected, f"{question}\nreceived shape {shape}\nexpected shape {expected}"


def expect(received, expected, question, tolerance=1e-5):
    """Fail with a question, unless the arrays agree."""
    expect_shape(received, expected.shape, question)
    close = np.allclose(received, expected, rtol=tolerance, atol=tolerance)
    assert close, f"{question}\n{side_by_side(received, expected)}"


def expect_by_hand(attempt, names, cases):
    """Ask all of the attempt, then fail with the first question whose answer is wrong."""
    results = [three(attempt(**arguments)) for _, arguments in cases]
    for received, (question, arguments) in zip(results, cases, strict=True):
        expected = dict(zip(NAMES, by_hand(**arguments), strict=True))
        for name in names:
            expect(received[name], expected[name], f"{question} This is {name}.")


def side_by_side(received, expected):
    """Return both, in as many digits as tell them apart."""
    for digits in (4, 8, 12):
        texts = show(received, digits), show(expected, digits)
        if texts[0] != texts[1]:
            break
    return f"received {texts[0]}\nexpected {texts[1]}"


def show(array, digits):
    """Return an array in one line."""
    with np.printoptions(precision=digits, suppress=True, threshold=16):
        return " ".join(str(array).split())


def test_training_normalizes_each_channel_over_all_other_axes(attempt):
    settings = {
        "running_mean": np.array([10.0, 20.0]),
        "running_var": np.array([4.0, 9.0]),
        "training": True,
        "eps": 0.0,
    }
    inputs = {
        "(N, C): is each column normalized by its own mean and variance, which divides by N?": [
            *([-1.0, 30.0], [-2.0, 50.0], [-6.0, 40.0]),
        ],
        "(N, C, T): do all samples and positions of a channel share one mean and variance?": [
            *([[1.0, 2.0], [30.0, 70.0]], [[6.0, 5.0], [20.0, 90.0]]),
        ],
        "(1, C, H, W): is a channel's variance that of its H·W values?": [
            [[[1.0, 2.0], [7.0, 4.0]], [[10.0, 60.0], [20.0, 30.0]]],
        ],
        "(N, C, D, H, W): may three axes follow that of the channels, and are all averaged?": (
            np.arange(32.0) ** 2 % 23
        ).reshape(2, 2, 2, 2, 2),
        "x is a view, with two axes exchanged. Does every result reach its place in y?": (
            (np.arange(16.0) ** 2 % 23).reshape(2, 2, 2, 2).swapaxes(2, 3)
        ),
    }
    cases = [(question, {"x": np.array(x), **settings}) for question, x in inputs.items()]
    expect_by_hand(attempt, ["y"], cases)


def test_weight_and_bias_belong_to_the_channels(attempt):
    plain = {
        "x": np.array([[[1.0, 2.0], [30.0, 70.0]], [[6.0, 5.0], [20.0, 90.0]]]),
        "running_mean": np.array([3.0, 20.0]),
        "running_var": np.array([4.0, 9.0]),
    }
    weight, bias = np.array([2.0, -0.5]), np.array([0.5, -30.0])
    column = (1, 2, 1)  # beside x
    image = plain["x"][:, :, None] * [[1.0], [3.0]]
    for training in (True, False):
        plain["training"] = training
        of_image = {**plain, "x": image, "training": training}
        without = three(attempt(**plain))["y"]
        expect_shape(without, plain["x"].shape, "Has y the shape of x?")
        expect(
            three(attempt(**plain, weight=weight))["y"],
            without * weight.reshape(column),
            f"training={training}, no bias: is channel c of axis 1 multiplied by weight[c]?",
        )
        expect(
            three(attempt(**plain, bias=bias))["y"],
            without + bias.reshape(column),
            f"training={training}, no weight: is channel c of axis 1 shifted by bias[c]?",
        )
        expect(
            three(attempt(**plain, weight=weight, bias=bias))["y"],
            without * weight.reshape(column) + bias.reshape(column),
            f"training={training}: is your y without weight and bias multiplied by weight[c] for "
            "channel c of axis 1, then shifted by bias[c]?",
        )
        y = three(attempt(**of_image))["y"]
        expect_shape(y, image.shape, "(N, C, H, W): has y the shape of x?")
        expect(
            three(attempt(**of_image, weight=weight, bias=bias))["y"],
            y * weight.reshape(2, 1, 1) + bias.reshape(2, 1, 1),
            f"training={training}, (N, C, H, W): do weight[c] and bias[c] meet channel c of axis 1?",
        )
        for given in (np.array([0.0, 2.0]), np.zeros(2)):
            expect(
                three(attempt(**plain, weight=given, bias=given))["y"],
                (without + 1) * given.reshape(column),
                f"training={training}: weight and bias may hold zeros. Do you ask whether they are "
                "None alone?",
            )


def test_training_moves_the_running_statistics(attempt):
    settings = {
        "running_mean": np.array([-10.0, 20.0]),
        "running_var": np.array([4.0, 0.0]),
        "training": True,
        "eps": 0.1,
    }
    flat = np.array([[-1.0, 30.0], [-2.0, 50.0], [-6.0, 40.0]])
    long = np.array([[[1.0, 2.0, 4.0], [30.0, 70.0, 60.0]], [[6.0, 5.0, 9.0], [20.0, 90.0, 10.0]]])
    cases = [
        (
            "momentum=0.25: a quarter of the batch, three quarters of the old, and squares by n − 1?",
            {"x": flat, **settings, "momentum": 0.25},
        ),
        (
            "(N, C, T), no momentum given: is n = N·T, and the momentum 0.1?",
            {"x": long, **settings},
        ),
        (
            "(N, C, H, W): is n = N·H·W?",
            {"x": long[:, :, None] * [[1.0], [-2.0]], **settings},
        ),
        (
            "momentum=0: is a 0 that is given used, which `momentum or 0.1` would replace?",
            {"x": flat[[0, 0]], **settings, "momentum": 0.0},
        ),
        (
            "Two values a channel: are their squares divided by n − 1, which is 1?",
            {"x": flat[:2], **settings},
        ),
    ]
    expect_by_hand(attempt, NAMES[1:], cases)


def test_evaluation_uses_the_running_statistics(attempt):
    settings = {
        "running_mean": np.array([-2.0, 40.0]),
        "running_var": np.array([4.0, 25.0]),
        "eps": 0.0,
    }
    x = np.array([[1.0, 30.0], [2.0, 50.0], [6.0, 45.0]])
    long = np.array([[[1.0, 2.0], [30.0, 70.0]], [[6.0, 5.0], [20.0, 90.0]]])
    cases = [
        (
            "After training: do the running statistics normalize x, and come back as they were?",
            {"x": x, **settings, "training": False},
        ),
        ("Is `training` False where it is not given?", {"x": x, **settings}),
        (
            "(N, C, T) after training: does each channel have its own mean and variance?",
            {"x": long, **settings, "training": False},
        ),
        (
            "One sample after training: does its result need no others?",
            {"x": x[:1], **settings, "training": False},
        ),
    ]
    expect_by_hand(attempt, NAMES, cases)


def test_eps_stands_inside_the_root(attempt):
    x = np.array([[1.0, 0.3], [2.0, 0.1], [4.0, 0.4]])
    running = {"running_mean": np.array([1.0, 0.2]), "running_var": np.array([0.5, 2.0])}
    tiny = {
        "x": x / 1000,
        "running_mean": np.array([0.001, 0.0]),
        "running_var": np.array([5e-7, 2e-6]),
    }
    tinier = {
        "x": tiny["x"] / 1e11,
        "running_mean": tiny["running_mean"] / 1e11,
        "running_var": tiny["running_var"] / 1e22,
    }
    cases = []
    for training in (True, False):
        cases += [
            (
                f"training={training}, eps=0.1: is your ε inside the root, beside the variance?",
                {"x": x, **running, "training": training, "eps": 0.1},
            ),
            (
                f"training={training}, tiny variances: is ε 1e-5 where none is given?",
                {**tiny, "training": training},
            ),
            (
                f"training={training}, eps=0: is a 0 that is given used, and nothing else added?",
                {**tinier, "training": training, "eps": 0.0},
            ),
        ]
    constant = {"x": np.array([[5.0, 1.0], [5.0, 3.0]]), **running, "training": True}
    cases.append(("A constant channel has no variance. Does ε keep it from 0/0?", constant))
    expect_by_hand(attempt, ["y"], cases)


def test_float32_stays_float32_and_bears_a_large_mean(attempt):
    x = np.array([[0.0], [1.0], [2.0], [4.0]], dtype=np.float32)
    wide = {  # float64
        "running_mean": np.array([2.0]),
        "running_var": np.array([3.0]),
        "weight": np.array([2.0]),
        "bias": np.array([1.0]),
    }
    narrow = {"running_mean": np.float32([2.0]), "running_var": np.float32([3.0])}
    cases = [
        *((x, wide, True), (x, wide, False), (x.astype(np.float64), narrow, True)),
        (x.astype(np.float16), narrow, False),
        (x, {name: narrow[name].astype(np.float16) for name in NAMES[1:]}, True),
        *((x.astype(np.float64), {**narrow, name: wide[name]}, True) for name in NAMES[1:]),
    ]
    elsewhere = {**narrow, "running_mean": np.float32([-30000.4])}  # which y is not to feel
    far = {"x": x + np.float32(10000), **elsewhere, "training": True}
    from_far = three(attempt(**far))
    farther = {"x": x.astype(np.float64) + 1e8 + 3, **wide, "training": True}
    from_farther = three(attempt(**farther))
    thirds = {"x": 1e9 + np.array([[0.0], [1.0], [4.0]]), **wide, "training": True}
    from_thirds = three(attempt(**thirds))  # whose mean is rounded
    partners = {  # float32
        "running_mean": np.float32([1e8]),
        "running_var": np.float32([3.0]),
        "weight": np.float32([1.0]),
        "bias": np.float32([0.0]),
    }
    beside = [{**farther, **partners, "training": training} for training in (True, False)]
    from_beside = [three(attempt(**arguments)) for arguments in beside]
    results = [
        three(attempt(data, **others, training=training)) for data, others, training in cases
    ]
    for (data, others, training), result in zip(cases, results, strict=True):
        expected = {"y": data.dtype} | {name: others[name].dtype for name in NAMES[1:]}
        received = {name: getattr(result[name], "dtype", None) for name in NAMES}
        for name in NAMES:
            assert received[name] == expected[name], (
                f"training={training}: x is {data.dtype}, running_mean {expected['running_mean']}, "
                f"running_var {expected['running_var']}. What is {name}?\n"
                f"received {received[name]}\nexpected {expected[name]}"
            )
        sizes = [np.shape(result[name]) for name in NAMES]
        assert sizes == [(4, 1), (1,), (1,)], (
            f"training={training}, one channel: are the results of the shapes of x and of (C,)?\n"
            f"received {sizes}\nexpected [(4, 1), (1,), (1,)]"
        )
    moves = "Large mean: does running_mean move by m towards the mean of the batch, and no further?"
    question = (
        "float32, mean 10,000: are μ and σ² those of the batch, and σ² the mean of the squares of "
        "x − μ?"
    )
    for name, right in zip(NAMES, by_hand(**far), strict=True):
        expect(from_far[name], right, moves if name == "running_mean" else question, 2e-3)
    question = "float64, mean 100,000,000: is all computed in float64, and nothing added?"
    for name, right in zip(NAMES, by_hand(**farther), strict=True):
        expect(from_farther[name], right, moves if name == "running_mean" else question, 1e-7)
    question = "float64, mean 10⁹: are both factors of the square x − μ?"
    for name, right in zip(NAMES, by_hand(**thirds), strict=True):
        expect(from_thirds[name], right, moves if name == "running_mean" else question)
    for arguments, received in zip(beside, from_beside, strict=True):
        question = (
            f"training={arguments['training']}: x is float64, of mean 100,000,000, and all else "
            "float32. Do you compute y in float64?"
        )
        expect(received["y"], by_hand(**arguments)[0], question)


def test_the_arguments_are_left_as_they_were(attempt):
    arrays = {
        "x": np.array([[1.0, 9.0, 30.0], [2.0, 9.0, 50.0], [6.0, 9.0, 40.0]])[:, ::2],
        "running_mean": np.array([10.0, 20.0]),
        "running_var": np.array([4.0, 9.0]),
        "weight": np.array([2.0, -0.5]),
        "bias": np.array([1.0, 3.0]),
    }
    for training in (True, False):
        attempt(*arrays.values(), training=training, eps=0.0)
        assert attempt.changed == [], (
            f"training={training}: does your function write into its arguments, as `x -= …` does?\n"
            f"received {' and '.join(attempt.changed)} changed\nexpected all as they were"
        )
        attempt(*(each.astype(np.float32) for each in arrays.values()), training=training, eps=0.0)
        assert attempt.changed == [], (
            f"training={training}, float32: do you write into an array of which `copy=False` or "
            "`asarray` made no copy?\n"
            f"received {' and '.join(attempt.changed)} changed\nexpected all as they were"
        )
    # Whatever y is, it comes again: other checks ask whether it is right.
    x, before = arrays["x"], three(attempt(**arrays, training=True, eps=0.0))["y"]
    expect_shape(before, x.shape, "Has y the shape of x?")
    assert np.unique(before).size > 1 and not np.array_equal(before, x), (
        f"Is anything done to x?\nreceived {show(before, 4)}"
    )
    for array in arrays.values():
        array.flags.writeable = False
    y = three(attempt(**arrays, training=True, eps=0.0))["y"]
    expect(y, before, "Is y the same where arrays may not be written to?")
