"""The network's loss by hand, its gradients by two losses each, and 150 flowers.

The flowers are those of R. A. Fisher, "The use of multiple measurements in taxonomic problems",
Annals of Eugenics 7, 1936; also UCI's Iris, whose copy differs in the 35th and 38th.
"""

import math

import numpy as np

NAMES = ("b2", "w2", "bias", "weight", "b1", "w1")

# Four lengths of two digits, in millimetres: sepal length and width, petal length and width. Fifty
# setosa, fifty versicolor, fifty virginica.
IRIS = """
51351402 49301402 47321302 46311502 50361402 54391704 46341403 50341502 44291402 49311501
54371502 48341602 48301401 43301101 58401202 57441504 54391304 51351403 57381703 51381503
54341702 51371504 46361002 51331705 48341902 50301602 50341604 52351502 52341402 47321602
48311602 54341504 52411501 55421402 49311502 50321202 55351302 49361401 44301302 51341502
50351303 45231303 44321302 50351606 51381904 48301403 51381602 46321402 53371502 50331402
70324714 64324515 69314915 55234013 65284615 57284513 63334716 49243310 66294613 52273914
50203510 59304215 60224010 61294714 56293613 67314414 56304515 58274110 62224515 56253911
59324818 61284013 63254915 61284712 64294313 66304414 68284814 67305017 60294515 57263510
55243811 55243710 58273912 60275116 54304515 60344516 67314715 63234413 56304113 55254013
55264412 61304614 58264012 50233310 56274213 57304212 57294213 62294313 51253011 57284113
63336025 58275119 71305921 63295618 65305822 76306621 49254517 73296318 67255818 72366125
65325120 64275319 68305521 57255020 58285124 64325323 65305518 77386722 77266923 60225015
69325723 56284920 77286720 63274918 67335721 72326018 62284818 61304918 64285621 72305816
74286119 79386420 64285622 63285115 61265614 77306123 63345624 64315518 60304818 69315421
67315624 69315123 58275119 68325923 67335725 67305223 63255019 65305220 62345423 59305118
"""


def flowers():
    """Return the standardized measurements, (150, 4), and the species."""
    x = np.array([[int(row[i : i + 2]) for i in (0, 2, 4, 6)] for row in IRIS.split()], dtype=float)
    return (x - x.mean(axis=0)) / x.std(axis=0), np.repeat([0, 1, 2], 50)


def start(seed):
    """Return six parameters, none of them 0 or 1."""
    rng = np.random.default_rng(seed)
    return {
        "w1": rng.normal(size=(4, 8)),
        "b1": rng.normal(size=8),
        "weight": rng.uniform(0.5, 1.5, size=8) * [1, 1, -1, 1, 1, -1, 1, 1],
        "bias": rng.normal(size=8) / 2,
        "w2": rng.normal(size=(8, 3)),
        "b2": rng.normal(size=3),
    }


def five_rows():
    """Return five rows and their classes."""
    x = np.array(
        [
            [0.5, -1.0, 2.0, 0.0],
            [1.0, 0.3, -0.7, 1.2],
            [-1.5, 0.8, 0.1, -0.4],
            [0.2, 1.1, 0.9, -2.0],
            [-0.6, -0.2, -1.3, 0.7],
        ]
    )
    return x, np.array([2, 0, 1, 1, 2])


def logits_of(p, row):
    """Return the three logits of one row, number by number."""
    h = [math.fsum(row[i] * p["w1"][i][j] for i in range(4)) + p["b1"][j] for j in range(8)]
    mean = math.fsum(h) / 8
    var = math.fsum((value - mean) ** 2 for value in h) / 8
    a = []
    for j in range(8):
        u = p["weight"][j] * (h[j] - mean) / math.sqrt(var + 1e-5) + p["bias"][j]
        a.append(max(u, 0.0))
    return [math.fsum(a[j] * p["w2"][j][k] for j in range(8)) + p["b2"][k] for k in range(3)]


def loss_of(p, x, labels):
    """Return the mean cross-entropy."""
    p = {name: value.tolist() for name, value in p.items()}
    total = 0.0
    for row, label in zip(x.tolist(), labels.tolist(), strict=True):
        logits = logits_of(p, row)
        top = max(logits)
        total += top + math.log(math.fsum(math.exp(z - top) for z in logits)) - logits[label]
    return total / len(x)


def slopes_by_hand(p, x, labels, step=1e-5):
    """Return the loss's slope along each entry of each parameter."""
    out = {name: np.empty(value.shape) for name, value in p.items()}
    for name, value in p.items():
        for index in np.ndindex(value.shape):
            losses = []
            for shift in (step, -step):
                moved = value.copy()
                moved[index] += shift
                losses.append(loss_of({**p, name: moved}, x, labels))
            out[name][index] = (losses[0] - losses[1]) / (2 * step)
    return out


def slopes_of_b2(p, x, labels):
    """Return the loss's slopes where no unit is open: logits are b2, and nothing else has any."""
    odds = [math.exp(z) for z in p["b2"].tolist()]
    found = [odds[k] / sum(odds) - labels.tolist().count(k) / len(x) for k in range(3)]
    return {name: np.zeros(value.shape) for name, value in p.items()} | {"b2": np.array(found)}


def adam_by_hand(p, x, labels, steps, lr, slopes=slopes_by_hand):
    """Return the parameters after some steps of Adam, and the losses before each."""
    p = dict(p)
    m = {name: np.zeros(value.shape) for name, value in p.items()}
    v = {name: np.zeros(value.shape) for name, value in p.items()}
    losses = []
    for t in range(1, steps + 1):
        losses.append(loss_of(p, x, labels))
        gradients = slopes(p, x, labels)
        for name, g in gradients.items():
            m[name] = 0.9 * m[name] + 0.1 * g
            v[name] = 0.999 * v[name] + 0.001 * g * g
            m_hat, v_hat = m[name] / (1 - 0.9**t), v[name] / (1 - 0.999**t)
            p[name] = p[name] - lr * m_hat / (np.sqrt(v_hat) + 1e-8)
    return p, losses


def show(array, digits):
    """Return an array in one line."""
    with np.printoptions(precision=digits, suppress=True, threshold=8):
        return " ".join(str(array).split())


def side_by_side(received, expected):
    """Return both, in as many digits as tell them apart."""
    for digits in (4, 8, 12):
        texts = show(np.asarray(received), digits), show(np.asarray(expected), digits)
        if texts[0] != texts[1]:
            break
    return f"received {texts[0]}\nexpected {texts[1]}"


def expect(received, expected, question, tolerance):
    """Fail with a question, unless the values agree."""
    expected = np.asarray(expected)
    shape = np.shape(received)
    assert shape == expected.shape, (
        f"{question}\nreceived shape {shape}\nexpected shape {expected.shape}"
    )
    assert np.allclose(received, expected, rtol=tolerance, atol=tolerance), (
        f"{question}\n{side_by_side(received, expected)}"
    )


def expect_six_arrays(parameters):
    """Fail, unless these are the six parameters by name and shape."""
    received = sorted(parameters) if isinstance(parameters, dict) else type(parameters).__name__
    assert received == sorted(NAMES), (
        "Is the first of the pair a dict with the names of the six parameters?\n"
        f"received {received}\nexpected {sorted(NAMES)}"
    )
    for name, value in start(seed=0).items():
        shape = np.shape(parameters[name])
        assert shape == value.shape, (
            f"Does {name} keep its shape?\nreceived shape {shape}\nexpected shape {value.shape}"
        )


def what_is_off(after, before, gradients):
    """Ask about Adam if all entries that have a gradient move equally far, but not by lr."""
    sizes = np.concatenate(
        [
            np.abs(after[name] - before[name])[np.abs(gradients[name]) > 1e-6] / 0.01
            for name in NAMES
        ]
    )
    even = np.isfinite(sizes).all() and np.ptp(sizes) <= 0.01 * sizes.max()
    if even and not np.isclose(sizes.max(), 1, rtol=0.01) and sizes.max() > 0:
        return (
            "All of yours move equally far, but not by lr. Is m̂ = m / (1 − 0.9), v̂ = v / (1 − 0.999), "
            "and the move lr · m̂ / √v̂?"
        )
    return "Is that gradient right?"


def test_the_first_loss_is_the_mean_cross_entropy(attempt):
    x, labels = five_rows()
    p = start(seed=1)
    flat = {**p, "w2": np.zeros((8, 3)), "b2": np.zeros(3)}
    narrow = {**p, "w1": p["w1"] / 1000, "b1": p["b1"] / 1000}
    loud = {**p, "w2": p["w2"] * 1000}
    cases = [
        (flat, "All logits are 0, so each class has 1/3. Is the loss the mean of −log(1/3)?"),
        (
            p,
            "Are the hidden units max(u, 0), u normed over all eight? Is the softmax over three?",
        ),
        (narrow, "The hidden units hardly vary. Is 1e-5 added to their variance, inside the root?"),
        (loud, "Logits near 1,000: does no exp overflow, and no log get a probability of 0?"),
    ]
    received = [attempt(given, x, labels, 1, 0.01) for given, _ in cases]
    for (given, question), (_, losses) in zip(cases, received, strict=True):
        count = np.shape(losses)
        assert count == (1,), (
            "steps is 1. Is there one loss, from before the step?\n"
            f"received shape {count}\nexpected shape (1,)"
        )
        loss = loss_of(given, x, labels)
        expect(losses, [loss], question, tolerance=1e-6)


def test_the_first_step_goes_down_along_every_gradient(attempt):
    x, labels = five_rows()
    p = start(seed=2)
    gradients = slopes_by_hand(p, x, labels)
    after, _ = attempt(p, x, labels, 1, 0.01)
    expect_six_arrays(after)
    for name in NAMES:
        question = (
            f"At the first step Adam moves each entry of {name} by lr, against the sign of its "
            f"gradient. {what_is_off(after, p, gradients)} This is the move, divided by lr."
        )
        moved = (after[name] - p[name]) / 0.01
        expect(moved, -np.sign(gradients[name]), question, tolerance=1e-2)


def test_three_steps_are_adam_on_numeric_gradients(attempt):
    x, labels = five_rows()
    p = start(seed=19)
    quiet = {**p, "w2": p["w2"] * 3e-4}
    loud = {**p, "w2": p["w2"] * 10}
    faint = {**p, "w2": p["w2"] * 1e-6}  # 1e-8 counts beside its gradients
    shut = {**p, "weight": np.zeros(8), "bias": np.full(8, -1.0), "b2": np.array([2.0, -2, 0])}
    level, still = {**p, "b1": np.zeros(8)}, x * [[0], [1], [1], [1], [1]]
    cases = [
        (p, x, 3, slopes_by_hand, "Three steps"),
        (p, x, 0, slopes_by_hand, "No step"),
        (quiet, x, 3, slopes_by_hand, "Three steps where gradients are small"),
        (loud, x, 3, slopes_by_hand, "Three steps where gradients are large"),
        (
            faint,
            x,
            1,
            slopes_by_hand,
            "A step where gradients are near 1e-8, those of the mean loss",
        ),
        (shut, x, 60, slopes_of_b2, "Sixty steps of b2 alone, for γ = 0 and β = −1 shut all units"),
        (level, still, 1, slopes_by_hand, "A step where the units of one row are all 0"),
    ]
    results = [attempt(given, rows, labels, steps, 0.1) for given, rows, steps, *_ in cases]
    for (given, rows, steps, slopes, case), (after, received) in zip(cases, results, strict=True):
        expected, losses = adam_by_hand(given, rows, labels, steps, 0.1, slopes)
        expect_six_arrays(after)
        for name in NAMES:
            question = (
                f"{case}, if the gradients are right: does each of {name} move by lr · m̂ / "
                "(√v̂ + 1e-8)? This is the move / lr."
            )
            moved = (after[name] - given[name]) / 0.1
            tolerance = 1e-8 if slopes is slopes_of_b2 else 1e-2  # the others are differences
            expect(moved, (expected[name] - given[name]) / 0.1, question, tolerance)
        question = "Is there a loss for each step, from before it?"
        expect(received, losses, question, tolerance=1e-3)


def test_the_flowers_are_told_apart_after_training(attempt):
    x, labels = flowers()
    after, _ = attempt(start(seed=0), x, labels, 100, 0.05)
    expect_six_arrays(after)
    finite = [name for name in NAMES if np.all(np.isfinite(after[name]))]
    assert finite == list(NAMES), (
        "Is every parameter still a number after 100 steps?\n"
        f"received numbers in {finite}\nexpected numbers in {list(NAMES)}"
    )
    logits = np.array([logits_of(after, row) for row in x])
    right = int(np.sum(logits.argmax(axis=1) == labels))
    assert right >= 144, (
        "150 flowers, 100 steps: does the loss go down all the way?\n"
        f"received {right} right\nexpected at least 144 right"
    )


def test_the_arguments_are_left_as_they_were(attempt):
    x, labels = five_rows()
    p = start(seed=5)
    after, _ = attempt(p, x, labels, 2, 0.1)
    assert attempt.changed == [], (
        "Does your function write into its arguments, or into an array of `parameters`, as "
        "`p[name] -= …` does?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected all as they were"
    )
    expect_six_arrays(after)
    # Wherever they are moved, they are so again: other checks ask whether that is right.
    moved = [name for name in NAMES if np.any(after[name] != p[name])]
    varied = [name for name in NAMES if np.unique(np.nan_to_num(after[name])).size > 1]
    assert moved and varied, (
        "Two steps with lr=0.1: is a parameter moved, and not made one number throughout?\n"
        f"received {' and '.join(moved) or 'none'} moved, and different numbers in "
        f"{' and '.join(varied) or 'none'}\nexpected some"
    )
    for array in (x, labels, *p.values()):
        array.flags.writeable = False
    again, _ = attempt(p, x, labels, 2, 0.1)
    expect_six_arrays(again)
    for name in NAMES:
        question = f"Arrays may not be written to. Is {name} after two steps the same?"
        expect(*map(np.nan_to_num, (again[name], after[name])), question, tolerance=1e-6)
