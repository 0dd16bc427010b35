"""Where each placement puts its norm: a block of three features, by hand."""

import math

import numpy as np

W = np.array([[1.0, 0.0, 2.0], [0.0, -1.0, 0.0], [3.0, 0.0, 0.5]])


def norm(row, eps):
    """Return LayerNorm of one row, number by number."""
    mean = sum(row) / len(row)
    var = sum((value - mean) ** 2 for value in row) / len(row)
    return [(value - mean) / math.sqrt(var + eps) for value in row]


def branch(row, w):
    """Return the row times the matrix."""
    return [sum(row[i] * w[i][j] for i in range(len(row))) for j in range(len(row))]


def add(a, b):
    """Return the sum of two rows."""
    return [p + q for p, q in zip(a, b, strict=True)]


def block(row, w, placement, alpha, eps):
    """Return one row's output."""
    if placement == "pre":
        return add(row, branch(norm(row, eps), w))
    if placement == "post":
        return norm(add(row, branch(row, w)), eps)
    if placement == "sandwich":
        return add(row, norm(branch(norm(row, eps), w), eps))
    if placement == "olmo2":
        return add(row, norm(branch(row, w), eps))
    return norm(add([alpha * value for value in row], branch(row, w)), eps)


def by_hand(x, w, placement, alpha=1.0, eps=1e-5):
    """Return the output of every row, in Python's own arithmetic."""
    rows = x.astype(np.float64).reshape(-1, x.shape[-1]).tolist()
    out = [block(row, w.tolist(), placement, alpha, eps) for row in rows]
    return np.array(out).reshape(x.shape)


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


def expect_blocks(attempt, *cases):
    """Ask all cases first, then fail with the question of one that is not right."""
    asked = [(attempt(x, W, where, alpha=1.0, eps=0.1), attempt.changed) for x, where, _ in cases]
    for (y, changed), (x, where, question) in zip(asked, cases, strict=True):
        expect_right(y, changed, x, where, question)


def expect_right(y, changed, x, placement, question, alpha=1.0):
    """Fail with a question, unless a block's result is right and changed no argument."""
    expect_dtype(y, x, placement)
    expect(y, by_hand(x, W, placement, alpha, 0.1), question)
    assert changed == [], (
        f"{placement}: does your function write into its arguments, as `x += …` does?\n"
        f"received {' and '.join(changed)} changed\nexpected all as they were"
    )


def test_pre_and_post_put_the_norm_before_the_branch_and_after_the_sum(attempt):
    x = np.array([[1.0, 2.0, 4.0], [3.0, 0.0, -1.0]])
    sequence = np.array([[[-1.0, 2.0, 0.0], [0.5, 3.0, 1.0]], [[2.0, 2.0, 7.0], [4.0, 0.0, 1.0]]])
    expect_blocks(
        attempt,
        (
            x,
            "pre",
            "pre, eps=0.1: is it x + G(N(x)), with x itself in the sum, and ε in the root of N?",
        ),
        (x, "post", "post, eps=0.1: is the norm the last step, over x + G(x), with ε in its root?"),
        (sequence, "post", "post: for x of (N, T, D), is every position normalized by itself?"),
        (sequence[:, None], "post", "post: for x of (N, 1, T, D), do three leading axes work?"),
        (
            sequence.swapaxes(0, 1),
            "post",
            "post: x is a view, with two axes exchanged. Does every result reach its place in y?",
        ),
        (x[0], "post", "post: x is of (D,). Is the result, too?"),
    )
    column, one = np.array([[-2.0], [5.0]]), np.array([[3.0]])
    y = attempt(column, one, "pre")
    expect(y, column, "pre, D = 1: N(x) is 0. Is the result x?")
    view = np.array([[1.0, 9.0, 5.0, 9.0, 2.0, 9.0]])[:, ::2]
    view.flags.writeable = False
    question = "pre: does it work on an array that may not be written to?"
    expect_blocks(attempt, (view, "pre", question))
    far = np.array([[10000.0, 10001.0, 10003.0]], dtype=np.float32)
    nothing = np.zeros((3, 3), dtype=np.float32)
    question = "float32, mean 10,000: is the variance the mean of the squares of x − μ?"
    y = attempt(far, nothing, "post", eps=0.1)
    expect(y, by_hand(far, nothing, "post", eps=0.1), question, tolerance=2e-3)
    expect_dtype(y, far, "post")
    farther, nothing = x.reshape(1, 6) + 1e9, np.zeros((6, 6))
    y = attempt(farther, nothing, "post", eps=0.1)
    question = "float64, mean 10⁹: do you stay in float64, and square x − μ?"
    expect(y, by_hand(farther, nothing, "post", eps=0.1), question)
    for size, scale in {"tiny": 1e-14, "large": 1e12}.items():
        y = attempt(x * scale, W, "post", eps=0.0)
        question = f"eps=0, {size} numbers: do you divide by σ alone?"
        expect(y, by_hand(x, W, "post", eps=0.0), question)
    expect_every_digit(y, by_hand(x, W, "post", eps=0.0))


def test_sandwich_and_olmo2_put_a_norm_behind_the_branch(attempt):
    x = np.array([[1.0, 2.0, 4.0], [3.0, 0.0, -5.0]])
    question = (
        "sandwich, eps=0.1: is there a norm on either side of the branch, both with this ε, and "
        "none on the sum?"
    )
    expect_blocks(
        attempt,
        (
            x,
            "olmo2",
            "olmo2, eps=0.1: is it x + N(G(x)), with one norm, behind the branch, and ε in its root?",
        ),
        (x, "sandwich", question),
    )


def outcome(attempt, x, placement):
    """Return the result in words, or the name of the error."""
    try:
        return show(attempt(x, W, placement))
    except Exception as error:
        return type(error).__name__


def test_deepnorm_alone_takes_alpha_and_other_names_are_refused(attempt):
    x = np.array([[1.0, 2.0, -4.0], [3.0, 0.0, 1.0]])
    narrow, narrow_w = x.astype(np.float32), W.astype(np.float32)
    small = x / 100
    # All is asked before the first answer is judged, so that two mistakes both show.
    y = attempt(x, W, "deepnorm", alpha=2.5, eps=0.1)
    changed = attempt.changed
    pairs = {
        placement: (attempt(x, W, placement), attempt(x, W, placement, alpha=3.0))
        for placement in ("pre", "post", "sandwich", "olmo2")
    }
    in_float32 = {
        placement: (attempt(narrow, narrow_w, placement, alpha=2.5), attempt.changed)
        for placement in ("deepnorm", *pairs)
    }
    half = x.astype(np.float16)
    y_half = attempt(half, W.astype(np.float16), "deepnorm", alpha=2.5)
    y_small = attempt(small, W, "deepnorm")
    y_zero = attempt(x, W, "deepnorm", alpha=0.0)
    far, nothing = x + 1e9, np.zeros((3, 3))
    y_far = attempt(far, nothing, "deepnorm", alpha=2.5, eps=0.1)
    names = ("middle", "PRE", "prenorm", "sand", " pre ", "")
    outcomes = {placement: outcome(attempt, x, placement) for placement in names}

    question = "deepnorm with alpha=2.5: is it N(αx + G(x)), α before x alone, and one norm in all?"
    expect_right(y, changed, x, "deepnorm", question, alpha=2.5)
    for placement, (without, beside) in pairs.items():
        shape = getattr(without, "shape", f"none: it is a {type(without).__name__}")
        assert shape == x.shape, (
            f"{placement}: what shape has the result?\nreceived shape {shape}\nexpected shape {x.shape}"
        )
        question = f"{placement} with alpha=3: is it what it is without, as α stays out of it?"
        expect(beside, without, question)
    for placement, (y_narrow, changed) in in_float32.items():
        expect_dtype(y_narrow, narrow, placement)
        assert changed == [], (
            f"{placement}, float32: do you write into an array of which `copy=False` or `asarray` "
            "made no copy?\n"
            f"received {' and '.join(changed)} changed\nexpected all as they were"
        )
    expect_dtype(y_half, half, "deepnorm")
    question = "deepnorm alone: is α 1 and ε 1e-5 where none is given?"
    expect(y_small, by_hand(small, W, "deepnorm"), question)
    question = "deepnorm with alpha=0: is a 0 that is given used, so that G(x) alone is left?"
    expect(y_zero, by_hand(x, W, "deepnorm", 0.0), question)
    question = "deepnorm, float64, mean 10⁹: is x still float64 where α has multiplied it?"
    expect(y_far, by_hand(far, nothing, "deepnorm", 2.5, 0.1), question)
    for placement, came in outcomes.items():
        assert came == "ValueError", (
            f"There is no placement {placement!r}. Does your function say so?\n"
            f"received {came}\nexpected ValueError"
        )
