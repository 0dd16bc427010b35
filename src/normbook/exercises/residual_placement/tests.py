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


def expect(received, expected, question, tolerance=1e-5):
    """Fail with a question, unless the values agree."""
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected.shape, (
        f"{question}\nreceived shape {shape}\nexpected shape {expected.shape}"
    )
    assert np.allclose(received, expected, rtol=tolerance, atol=tolerance), (
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


def expect_norm(received, x, question, eps=0.1, w=SYMMETRIC, tolerance=1e-5):
    """Fail with a question, unless this is a block of x with the right N, in whatever place."""
    blocks = [by_hand(x, w, each, eps=eps) for each in PLACEMENTS]
    shape = np.shape(received)
    for block in blocks:
        if shape == x.shape and np.allclose(received, block, tolerance, tolerance):
            return block
    expect(received, blocks[1], question, tolerance)
    return blocks[1]


def test_the_norm_is_that_of_each_row_and_keeps_dtype_and_arguments(attempt):
    x = np.array([[1.0, 2.0, 4.0], [3.0, 0.0, -1.0]])
    sequence = np.array([[[-1.0, 2.0, 0.0], [0.5, 3.0, 1.0]], [[2.0, 2.0, 7.0], [4.0, 0.0, 1.0]]])
    view = np.array([[1.0, 9.0, 5.0, 9.0, 2.0, 9.0]])[:, ::2]
    view.flags.writeable = False
    far = np.array([[10000.0, 10001.0, 10003.0]], dtype=np.float32)
    farther = x.reshape(1, 6) + 1e9
    narrow, narrow_w = x.astype(np.float32), SYMMETRIC.astype(np.float32)
    small = x / 100
    cases = [
        (x, "post, eps=0.1: is ε in the root of N, beside a variance that divides by D?"),
        (sequence, "post: for x of (N, T, D), is every position normalized by itself?"),
        (sequence[:, None], "post: for x of (N, 1, T, D), do three leading axes work?"),
        (
            sequence.swapaxes(0, 1),
            "post: x is a view, with two axes exchanged. Does every result reach its place in y?",
        ),
        (view, "post: does it work on an array that may not be written to?"),
        (x[0], "post: x is of (D,). Is the result, too?"),
    ]
    asked = [attempt(given, SYMMETRIC, "post", eps=0.1) for given, _ in cases]
    y_small = attempt(small, SYMMETRIC, "post")
    y_far = attempt(far, ZERO.astype(np.float32), "post", eps=0.1)
    y_farther = attempt(farther, np.zeros((6, 6)), "post", eps=0.1)
    y_scaled = attempt(x + 1e9, ZERO, "deepnorm", alpha=2.5, eps=0.0)
    column, one = np.array([[-2.0], [5.0]]), np.array([[3.0]])
    y_column = attempt(column, one, "post", eps=0.1)
    sizes = {"tiny": 1e-14, "large": 1e12}
    scaled = [attempt(x * size, SYMMETRIC, "post", eps=0.0) for size in sizes.values()]
    half = x.astype(np.float16)
    y_half = attempt(half, SYMMETRIC.astype(np.float16), "deepnorm", alpha=2.5)
    each = {}
    for placement in PLACEMENTS:
        y, changed = attempt(x, SYMMETRIC, placement, eps=0.1), attempt.changed
        y_narrow = attempt(narrow, narrow_w, placement, alpha=2.5)
        each[placement] = y, changed, y_narrow, attempt.changed

    for y, (given, question) in zip(asked, cases, strict=True):
        expect_norm(y, given, question)
    expect_norm(y_small, small, "post: is ε 1e-5 where none is given?", eps=1e-5)
    question = "float32, mean 10,000: is the variance the mean of the squares of x − μ?"
    expect_norm(y_far, far, question, w=ZERO, tolerance=2e-3)
    question = "float64, mean 10⁹: do you stay in float64, and square x − μ?"
    expect_norm(y_farther, farther, question, w=np.zeros((6, 6)))
    question = "deepnorm, float64, mean 10⁹: is x still float64 where α has multiplied it?"
    expect(y_scaled, by_hand(x + 1e9, ZERO, "deepnorm", 2.5, 0.0), question)
    expect_norm(y_column, column, "post, D = 1: is N of one number 0?", w=one)
    for name, y in zip(sizes, scaled, strict=True):
        question = f"eps=0, {name} numbers: do you divide by σ alone?"
        block = expect_norm(y, x * sizes[name], question, eps=0.0)
    expect_every_digit(y, block)
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
