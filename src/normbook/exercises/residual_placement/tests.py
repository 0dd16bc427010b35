"""Where each placement puts its norm: a block of three features, by hand."""

import math

import numpy as np

W = np.array([[1.0, 0.0, 2.0], [0.0, -1.0, 0.0], [3.0, 0.0, 0.5]])
SYMMETRIC = np.array([[1.0, 0.0, 2.0], [0.0, -1.0, 0.0], [2.0, 0.0, 0.5]])
ZERO = np.zeros((3, 3))
PLACEMENTS = ("pre", "post", "sandwich", "olmo2", "deepnorm")


def one_row(row, eps):
    """Return LayerNorm of one row, number by number."""
    mean = sum(row) / len(row)
    var = sum((value - mean) ** 2 for value in row) / len(row)
    return [(value - mean) / math.sqrt(var + eps) for value in row]


def layer_norm(z, eps):
    """Return LayerNorm of every row."""
    rows = z.astype(np.float64).reshape(-1, z.shape[-1]).tolist()
    return np.array([one_row(row, eps) for row in rows]).reshape(z.shape)


def branch(z, w):
    """Return every row times the matrix, number by number."""
    rows, columns = z.astype(np.float64).reshape(-1, z.shape[-1]).tolist(), w.T.tolist()
    products = [
        [sum(p * q for p, q in zip(row, column, strict=True)) for column in columns] for row in rows
    ]
    return np.array(products).reshape(z.shape)


def by_hand(x, w, placement, alpha=1.0, eps=1e-5, norm=layer_norm):
    """Return the output of a block with this norm."""
    if placement == "pre":
        return x + branch(norm(x, eps), w)
    if placement == "post":
        return norm(x + branch(x, w), eps)
    if placement == "sandwich":
        return x + norm(branch(norm(x, eps), w), eps)
    if placement == "olmo2":
        return x + norm(branch(x, w), eps)
    return norm(alpha * x + branch(x, w), eps)


def expect(received, expected, question, tolerance=1e-5, beside=0.0):
    """Fail with a question, unless the values agree in what there is beside a part of both."""
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected.shape, (
        f"{question}\nreceived shape {shape}\nexpected shape {expected.shape}"
    )
    assert np.allclose(received - beside, expected - beside, rtol=tolerance, atol=tolerance), (
        f"{question}\nreceived {show(received)}\nexpected {show(expected)}"
    )


def expect_every_digit(received, expected):
    """Fail with a question, unless float64 numbers agree in nine digits."""
    off = ~np.isclose(received, expected, rtol=1e-9, atol=1e-9)
    assert not off.any(), (
        "eps=0.0: float64 holds 15 digits. Do you keep them, round nothing, and add no ε?\n"
        f"received {received[off][0]}\nexpected {expected[off][0]}"
    )


def show(array):
    """Return an array in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(array).split())


def expect_dtype(y, x, placement):
    """Fail with a question, unless a result has the dtype of x."""
    dtype = getattr(y, "dtype", None)
    assert dtype == x.dtype, (
        f"{placement}: x and w are {x.dtype}. What is the result?\nreceived {dtype}\n"
        f"expected {x.dtype}"
    )


def expect_placed(attempt, x, w, placement, question, alpha=1.0):
    """Fail with a question, unless the norms stand in their places, be they right or wrong.

    What the attempt takes for N shows where w is 0: of two placements that alone is left then.
    """
    y = attempt(x, w, placement, alpha=alpha, eps=0.1)
    expected = by_hand(x, w, placement, alpha, 0.1)
    if np.shape(y) == x.shape and not np.allclose(y, expected, 1e-5, 1e-5):
        for bare in ("post", "deepnorm"):
            if bare != placement and is_placed(attempt, bare, y, x, w, placement, alpha):
                return
    expect(y, expected, question)


def is_placed(attempt, bare, y, x, w, placement, alpha):
    """Return whether a block is right with the norm that the attempt has in a bare placement."""

    def own_norm(z, eps):
        return attempt(z, ZERO, bare, eps=eps)

    try:
        normed = own_norm(x, 0.1)
        own = by_hand(x, w, placement, alpha, 0.1, own_norm)
    except Exception:  # it has no such placement
        return False
    if np.unique(normed).size == 1 or np.allclose(normed, x):  # no norm, be it right or wrong
        return False
    return np.shape(own) == x.shape and np.allclose(y, own, 1e-5, 1e-5)


def test_pre_and_post_put_the_norm_before_the_branch_and_after_the_sum(attempt):
    x = np.array([[-1.0, 2.0, 4.0], [3.0, 0.0, -5.0]])
    question = "pre, eps=0.1: is it x + G(N(x)), with x itself in the sum?"
    expect_placed(attempt, x, W, "pre", question)
    question = "post, eps=0.1: is the norm the last step, over x + G(x)?"
    expect_placed(attempt, x, W, "post", question)


def test_sandwich_and_olmo2_put_a_norm_behind_the_branch(attempt):
    x = np.array([[1.0, 2.0, 4.0], [3.0, 0.0, -5.0]])
    question = "olmo2, eps=0.1: is it x + N(G(x)), with one norm, behind the branch?"
    expect_placed(attempt, x, SYMMETRIC, "olmo2", question)
    question = (
        "sandwich, eps=0.1: is there a norm on either side of the branch, both with this ε, and "
        "none on the sum?"
    )
    expect_placed(attempt, x, SYMMETRIC, "sandwich", question)


def outcome(attempt, x, placement):
    """Return the result in words, or the name of the error."""
    try:
        return show(attempt(x, SYMMETRIC, placement))
    except Exception as error:
        return type(error).__name__


def test_deepnorm_alone_takes_alpha_and_other_names_are_refused(attempt):
    x = np.array([[1.0, 2.0, -4.0], [3.0, 0.0, 1.0]])
    # All is asked before the first answer is judged, so that two mistakes both show.
    pairs = {
        placement: (attempt(x, SYMMETRIC, placement), attempt(x, SYMMETRIC, placement, alpha=3.0))
        for placement in PLACEMENTS[:-1]
    }
    default, one = attempt(x, SYMMETRIC, "deepnorm"), attempt(x, SYMMETRIC, "deepnorm", alpha=1.0)
    names = ("middle", "PRE", "prenorm", "postnorm", "sand", "olmo", "DeepNorm", " pre ", "")
    outcomes = {placement: outcome(attempt, x, placement) for placement in names}

    question = "deepnorm with alpha=2.5: is it N(αx + G(x)), α before x alone, and one norm in all?"
    expect_placed(attempt, x, SYMMETRIC, "deepnorm", question, alpha=2.5)
    question = "deepnorm with alpha=0: is a 0 that is given used, so that G(x) alone is left?"
    expect_placed(attempt, x, SYMMETRIC, "deepnorm", question, alpha=0.0)
    for placement, (without, beside) in pairs.items():
        shape = getattr(without, "shape", f"none: it is a {type(without).__name__}")
        assert shape == x.shape, (
            f"{placement}: what shape has the result?\nreceived shape {shape}\nexpected shape {x.shape}"
        )
        question = f"{placement} with alpha=3: is it what it is without, as α stays out of it?"
        expect(beside, without, question)
    expect(default, one, "deepnorm alone: is α 1 where none is given?")
    for placement, came in outcomes.items():
        assert came == "ValueError", (
            f"There is no placement {placement!r}. Does your function say so?\n"
            f"received {came}\nexpected ValueError"
        )


def place(received, x, w, placement, eps):
    """Return where the right N stands in a result: as in this placement, as in another, or None."""
    for each in (placement, *PLACEMENTS):
        block = by_hand(x, w, each, eps=eps)
        if np.shape(received) == x.shape and np.allclose(received, block, 1e-5, 1e-5):
            return each
    return None


TOLERANCES = {"float16": 2e-2, "float32": 2e-3, "float64": 1e-5}


def expect_block(received, x, w, placement, question, **eps):
    """Fail with a question, unless this is the block of x with the right N.

    What is beside an x of 10¹² in the sum keeps three digits.
    """
    expected = by_hand(x, w, placement, **eps)
    shortcut = x.astype(np.float64) if placement in ("pre", "sandwich", "olmo2") else 0.0
    is_large = np.abs(shortcut).max() > 1e10
    tolerance = 2e-3 if is_large else TOLERANCES[x.dtype.name]
    expect(received, expected, question, tolerance, beside=shortcut)
    if eps == {"eps": 0.0}:
        expect_every_digit(received, expected)


def test_the_norm_is_that_of_each_row_and_keeps_dtype_and_arguments(attempt):
    x = np.array([[1.0, 2.0, 4.0], [3.0, 0.0, -1.0]])
    sequence = np.array([[[-1.0, 2.0, 0.0], [0.5, 3.0, 1.0]], [[2.0, 2.0, 7.0], [4.0, 0.0, 1.0]]])
    view = np.array([[1.0, 9.0, 5.0, 9.0, 2.0, 9.0]])[:, ::2]
    view.flags.writeable = False
    far = np.array([[10000.0, 10001.0, 10005.0]], dtype=np.float32)
    farther = 1e9 + np.array([[1.0, 2.0, 4.0, 3.0, 0.0, -2.0]])  # whose mean is rounded
    turned = sequence.swapaxes(0, 1)
    narrow, narrow_w = x.astype(np.float32), SYMMETRIC.astype(np.float32)
    half, half_w = x.astype(np.float16), SYMMETRIC.astype(np.float16)
    column, three = np.array([[-2.0], [5.0]]), np.array([[3.0]])
    same, same_six = np.eye(3, dtype=np.float32), np.eye(6)  # with it, G(x) is as far as x
    damped, bare = {"eps": 0.1}, {"eps": 0.0}
    cases = [
        (
            sequence,
            SYMMETRIC,
            damped,
            "for x of (N, T, D), is every position normalized by itself?",
        ),
        (
            sequence[:, None],
            SYMMETRIC,
            damped,
            "for x of (N, 1, T, D), do three leading axes work?",
        ),
        (
            turned,
            SYMMETRIC,
            damped,
            "x is a view, with two axes exchanged. Does every result reach its place in y?",
        ),
        (view, SYMMETRIC, damped, "does it work on an array that may not be written to?"),
        (x[0], SYMMETRIC, damped, "x is of (D,). Is the result, too?"),
        (x / 10000, SYMMETRIC, {}, "is ε 1e-5 where none is given?"),
        (
            far,
            same,
            damped,
            "float32, mean 10,000: is the variance the mean of the squares of x − μ?",
        ),
        (farther, same_six, damped, "float64, mean 10⁹: do you stay in float64, and square x − μ?"),
        (column, three, damped, "D = 1: is N of one number 0?"),
        (half, half_w, damped, "x and w are float16. Are the numbers right as well?"),
        (x * 1e-14, SYMMETRIC, bare, "eps=0, tiny numbers: do you divide by σ alone?"),
        (x * 1e12, SYMMETRIC, bare, "eps=0, large numbers: do you divide by σ alone?"),
    ]
    each, asked = {}, {}
    for placement in PLACEMENTS:
        y, changed = attempt(x, SYMMETRIC, placement, eps=0.1), attempt.changed
        y_narrow = attempt(narrow, narrow_w, placement, alpha=2.5)
        each[placement] = y, changed, y_narrow, attempt.changed
        asked[placement] = [attempt(given, w, placement, **eps) for given, w, eps, _ in cases]
    y_scaled = attempt(x + 1e9, ZERO, "deepnorm", alpha=2.5, eps=0.0)
    y_half = attempt(half, half_w, "deepnorm", alpha=2.5)

    for placement, answers in asked.items():
        y = each[placement][0]
        placed = place(y, x, SYMMETRIC, placement, 0.1)
        if placed is None and placement == "post":
            question = "post, eps=0.1: is ε in the root of N, beside a variance that divides by D?"
            expect(y, by_hand(x, SYMMETRIC, "post", eps=0.1), question)
        if placed is None:  # which the checks above ask about
            continue
        for y, (given, w, eps, question) in zip(answers, cases, strict=True):
            expect_block(y, given, w, placed, f"{placement}: {question}", **eps)
            expect_dtype(y, given, placement)
    question = "deepnorm, float64, mean 10⁹: is x still float64 where α has multiplied it?"
    expect(y_scaled, by_hand(x + 1e9, ZERO, "deepnorm", 2.5, 0.0), question)
    expect_dtype(y_half, half, "deepnorm")
    for placement, (y, changed, y_narrow, changed_narrow) in each.items():
        expect_dtype(y, x, placement)
        expect_dtype(y_narrow, narrow, placement)
        assert changed == [], (
            f"{placement}: does your function write into its arguments, as `x += …` does?\n"
            f"received {' and '.join(changed)} changed\nexpected all as they were"
        )
        assert changed_narrow == [], (
            f"{placement}, float32: do you write into an array of which `copy=False` or `asarray` "
            "made no copy?\n"
            f"received {' and '.join(changed_narrow)} changed\nexpected all as they were"
        )
