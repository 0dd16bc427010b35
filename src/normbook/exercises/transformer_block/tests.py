"""What a block must do, part by part: a part whose last layer is 0 adds nothing to the stream.

Where an attempt's block is another one, a check that asks for something else compares with what the
attempt itself makes of simpler inputs: a mistake is to cost the checks that are about it.
"""

import math

import numpy as np

T, D, H = 4, 6, 7
SHAPES = {
    "norm1.weight": (D,),
    "norm1.bias": (D,),
    "self_attn.in_proj_weight": (3 * D, D),
    "self_attn.in_proj_bias": (3 * D,),
    "self_attn.out_proj.weight": (D, D),
    "self_attn.out_proj.bias": (D,),
    "norm2.weight": (D,),
    "norm2.bias": (D,),
    "linear1.weight": (H, D),
    "linear1.bias": (H,),
    "linear2.weight": (D, H),
    "linear2.bias": (D,),
}


def numbers(seed, *shape):
    """Return numbers of one decimal from -1 to 1."""
    return np.random.default_rng(seed).integers(-10, 11, shape) / 10


X = np.round(3 * numbers(100, 1, T, D), 1)
PARAMETERS = {name: numbers(seed, *shape) for seed, (name, shape) in enumerate(SHAPES.items())}


def without(part, parameters=PARAMETERS):
    """Return the parameters with 0 in the last layer of a part, which then gives 0."""
    zeros = {f"{part}.{name}": 0 * parameters[f"{part}.{name}"] for name in ("weight", "bias")}
    return {**parameters, **zeros}


ATTENTION_ALONE = without("linear2")
FEED_FORWARD_ALONE = without("self_attn.out_proj")


def norm(row, weight, bias, eps):
    """Return LayerNorm of one row, number by number."""
    mean = sum(row) / len(row)
    root = math.sqrt(sum((value - mean) ** 2 for value in row) / len(row) + eps)
    return [w * (value - mean) / root + b for value, w, b in zip(row, weight, bias, strict=True)]


def linear(row, weight, bias):
    """Return what a linear layer makes of one row."""
    return [sum(map(math.prod, zip(row, w, strict=True))) + b for w, b in zip(weight, bias)]


def head(queries, keys, values, causal):
    """Return what one head gives at each position."""
    out = []
    for t, query in enumerate(queries):
        last = t + 1 if causal else len(keys)
        scores = [sum(map(math.prod, zip(query, key))) / len(query) ** 0.5 for key in keys[:last]]
        weights = [math.exp(score - max(scores)) for score in scores]
        columns = zip(*values[:last], strict=True)
        out.append([sum(map(math.prod, zip(weights, c))) / sum(weights) for c in columns])
    return out


def one_sequence(x, parameters, heads, eps, causal):
    """Return the output of one sequence, a list of rows."""
    p = {name: array.astype(np.float64).tolist() for name, array in parameters.items()}
    in_proj = p["self_attn.in_proj_weight"], p["self_attn.in_proj_bias"]
    out_proj = p["self_attn.out_proj.weight"], p["self_attn.out_proj.bias"]
    d = len(x[0]) // heads
    qkv = [linear(norm(row, p["norm1.weight"], p["norm1.bias"], eps), *in_proj) for row in x]
    joined = [[] for _ in x]
    for first in range(0, heads * d, d):
        parts = (
            [row[i + first : i + first + d] for row in qkv]
            for i in range(0, 3 * heads * d, heads * d)
        )
        for row, more in zip(joined, head(*parts, causal), strict=True):
            row += more
    out = []
    for row, mixed in zip(x, joined, strict=True):
        h = [a + b for a, b in zip(row, linear(mixed, *out_proj), strict=True)]
        normed = norm(h, p["norm2.weight"], p["norm2.bias"], eps)
        hidden = [max(value, 0) for value in linear(normed, p["linear1.weight"], p["linear1.bias"])]
        step = linear(hidden, p["linear2.weight"], p["linear2.bias"])
        out.append([a + b for a, b in zip(h, step, strict=True)])
    return out


def by_hand(x, parameters, heads, eps=1e-5, causal=False):
    """Return the output of every sequence, in Python's own arithmetic."""
    sequences = x.astype(np.float64).reshape(-1, *x.shape[-2:]).tolist()
    out = [one_sequence(each, parameters, heads, eps, causal) for each in sequences]
    return np.array(out).reshape(x.shape)


def expect(received, expected, question, tolerance=1e-5):
    """Fail with a question and the first position that is wrong, unless the values agree."""
    shape = getattr(received, "shape", f"none: it is a {type(received).__name__}")
    assert shape == expected.shape, (
        f"{question}\nreceived shape {shape}\nexpected shape {expected.shape}"
    )
    right = np.isclose(received, expected, rtol=tolerance, atol=tolerance).all(axis=-1)
    if not right.all():
        at = tuple(map(int, np.argwhere(~right)[0]))
        where = ", ".join(map(str, at))
        raise AssertionError(
            f"{question}\nreceived y[{where}] = {show(received[at])}\n"
            f"expected y[{where}] = {show(expected[at])}"
        )


def expect_every_digit(received, expected):
    """Fail with a question, unless float64 numbers agree in nine digits."""
    off = ~np.isclose(received, expected, rtol=1e-9, atol=1e-9)
    is_rounding = np.allclose(received, expected, rtol=1e-6, atol=1e-6)
    question = (
        "float64 holds 15 digits. Do you keep them, and round nothing?"
        if is_rounding
        else "The whole block is right in five digits, not in nine. Is each ε inside its root, and "
        "nothing rounded?"
    )
    assert not off.any(), f"{question}\nreceived {received[off][0]}\nexpected {expected[off][0]}"


def show(array):
    """Return an array in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(array).split())


def is_block(attempt):
    """Return whether, right or wrong, it reads the other positions and the weights of both parts."""
    moved = X.copy()
    moved[0, 0, 0] += 1
    there = attempt(X, PARAMETERS, 1)
    others = [attempt(moved, PARAMETERS, 1)]
    for name in ("self_attn.in_proj_weight", "linear1.weight"):
        others.append(attempt(X, {**PARAMETERS, name: PARAMETERS[name] / 2}, 1))
    return is_array(there) and all(
        is_array(other) and not np.isclose(other, there)[:, 1:].all() for other in others
    )


def is_array(y, shape=X.shape):
    """Return whether these are finite numbers in an array of a shape."""
    return isinstance(y, np.ndarray) and y.shape == shape and bool(np.isfinite(y).all())


def or_own(attempt, expected, received, simpler, tolerance=1e-5):
    """Return what to compare with: what is right, or where it is another block, its own.

    ``simpler`` is a function, with what it takes behind the attempt; it returns what the attempt
    makes of simpler inputs.
    """
    if is_array(received, expected.shape) and np.allclose(received, expected, tolerance, tolerance):
        return expected
    function, *given = simpler
    try:
        own = function(attempt, *given)
        return own if is_array(own, expected.shape) and is_block(attempt) else expected
    except Exception:  # it makes nothing of them
        return expected


def expect_block(attempt, question, x, parameters, heads, simpler=None, **options):
    """Fail with a question, unless the block is right, or what follows from simpler inputs."""
    received = attempt(x, parameters, heads, **options)
    expected = by_hand(x, parameters, heads, **options)
    if simpler is not None:
        expected = or_own(attempt, expected, received, simpler)
    expect(received, expected, question)


def plain(attempt, x, parameters, heads):
    """Return what the attempt makes of a copy of x in float64, asked for nothing else."""
    return attempt(np.array(x, dtype=np.float64), parameters, heads)


def head_by_head(attempt, heads):
    """Return what the attempt makes of each of several heads alone, all added to X.

    One head of all features is one of few where the others are 0, and its scores are divided by √D
    then: its queries are larger for it.
    """
    names = "self_attn.in_proj_weight", "self_attn.in_proj_bias"
    unbiased = {**ATTENTION_ALONE, "self_attn.out_proj.bias": np.zeros(D)}
    nothing = {**ATTENTION_ALONE, **{name: 0 * PARAMETERS[name] for name in names}}
    y = attempt(X, nothing, 1)  # the bias of out_proj
    for features in np.split(np.eye(D), heads):
        factors = np.concatenate([math.sqrt(heads) * features.sum(0), *2 * [features.sum(0)]])
        alone = {name: (PARAMETERS[name].T * factors).T for name in names}
        y = y + attempt(X, {**unbiased, **alone}, 1) - X
    return y


def each_alone(attempt, x, causal):
    """Return what the attempt makes of each sequence of x (..., T, D) by itself."""
    sequences = np.ascontiguousarray(x).reshape(-1, 1, *x.shape[-2:])
    rows = [attempt(each, PARAMETERS, 2, causal=causal) for each in sequences]
    return np.concatenate(rows).reshape(x.shape)


def prefix_by_prefix(attempt, x, parameters):
    """Return for each position what the attempt makes of those up to it, of which it is the last."""
    ends = range(1, x.shape[-2] + 1)
    return np.stack([attempt(x[:, :end], parameters, 2)[:, -1] for end in ends], axis=1)


def one_after_the_other(attempt):
    """Return what the feed-forward part makes of what attention makes of X."""
    return attempt(attempt(X, ATTENTION_ALONE, 2), FEED_FORWARD_ALONE, 2)


def of_two_alike(attempt, x):
    """Return what the attempt makes of x of one position, if this stands there twice."""
    return attempt(x[:, [0, 0]], PARAMETERS, 2)[:, :1]


def of_another_scale(attempt, x, parameters, factor, options):
    """Return what the attempt makes of x as far as a multiple of x says it.

    A norm of a · x with the ε a² · ε is that of x with ε, and what a sublayer adds is the same.
    """
    return attempt(factor * x, parameters, 2, **options) - factor * x + x


def test_the_feed_forward_network_reads_the_normed_stream(attempt):
    question = "With out_proj 0, attention adds 0. Is y = x + linear2(ReLU(linear1(LN₂(x)))), with all biases?"
    expect_block(attempt, question, X, FEED_FORWARD_ALONE, 2)


def test_attention_mixes_the_positions_by_a_softmax_over_the_keys(attempt):
    question = "One head, and a feed-forward network that adds 0: is y = x + Attention(LN₁(x))?"
    expect_block(attempt, question, X, ATTENTION_ALONE, 1)


def test_each_head_has_features_of_its_own(attempt):
    question = (
        "If one head is right: does each of two, of three features, have its own scores, divided by "
        "√3, and are they side by side in their order?"
    )
    expect_block(attempt, question, X, ATTENTION_ALONE, 2, (head_by_head, 2))
    question = (
        "If one head is right: does each of three, of two features, have its own scores, divided by "
        "√2, and are they side by side in their order?"
    )
    expect_block(attempt, question, X, ATTENTION_ALONE, 3, (head_by_head, 3))
    for heads in (4, 12):
        try:
            outcome = f"shape {np.shape(attempt(X, PARAMETERS, heads))}"
        except ValueError:
            continue
        except Exception as error:
            outcome = type(error).__name__
        raise AssertionError(
            f"{heads} heads do not divide 6 features. Does your function say so?\n"
            f"received {outcome}\nexpected ValueError"
        )


def test_causal_hides_the_positions_that_come_later(attempt):
    question = "causal=True: has position t a softmax over positions 0 to t alone, t included?"
    up_to_each = prefix_by_prefix, X, ATTENTION_ALONE
    expect_block(attempt, question, X, ATTENTION_ALONE, 2, up_to_each, causal=True)
    long = np.round(3 * numbers(102, 1, 2 * T, D), 1)
    question = f"causal=True, {2 * T} positions: does the last still see the first?"
    up_to_each = prefix_by_prefix, long, ATTENTION_ALONE
    expect_block(attempt, question, long, ATTENTION_ALONE, 2, up_to_each, causal=True)
    question = "causal=False, given by name: does every position see all?"
    unnamed = plain, X, ATTENTION_ALONE, 2
    expect_block(attempt, question, X, ATTENTION_ALONE, 2, unnamed, causal=False)


def test_the_second_sublayer_goes_on_from_the_first(attempt):
    question = "The whole block: is y = h + FeedForward(LN₂(h)), where h = x + Attention(LN₁(x))?"
    received, expected = attempt(X, PARAMETERS, 2), by_hand(X, PARAMETERS, 2)
    expected = or_own(attempt, expected, received, [one_after_the_other])
    expect(received, expected, question)
    expect_every_digit(received, expected)


def test_eps_stands_inside_the_root_of_both_norms(attempt):
    small, factor = X / 1000, math.sqrt(1e-5 / 0.5)
    for part, parameters in (("LN₁", ATTENTION_ALONE), ("LN₂", FEED_FORWARD_ALONE)):
        question = f"{part}, no ε given: is it divided by √(σ² + 1e-5)?"
        larger = of_another_scale, small, parameters, 1000, {"eps": 10.0}
        expect_block(attempt, question, small, parameters, 2, larger)
        question = f"{part}, eps=0.5: is it divided by √(σ² + 0.5)?"
        smaller = of_another_scale, X, parameters, factor, {}
        expect_block(attempt, question, X, parameters, 2, smaller, eps=0.5)


def test_large_scores_and_a_large_mean_do_no_harm(attempt):
    in_proj = PARAMETERS["self_attn.in_proj_weight"]
    steep = {**PARAMETERS, "self_attn.in_proj_weight": 600 * in_proj}
    in_proj = np.concatenate([np.zeros((2 * D, D)), PARAMETERS["self_attn.out_proj.weight"]])
    bias = np.repeat([300.0, -300.0, 1.0], D)
    below = {**PARAMETERS, "self_attn.in_proj_weight": in_proj, "self_attn.in_proj_bias": bias}
    cases = []
    for mean, dtype, others in (
        (1e4, np.float32, np.float32),
        (2**28, np.float64, np.float64),
        (2**28, np.float64, np.float32),
    ):
        back = {**PARAMETERS, "linear2.bias": np.full(D, -mean)}
        parameters = {name: array.astype(others) for name, array in back.items()}
        beside = "" if others is dtype else f", and parameters of {np.dtype(others)}"
        question = (
            f"{np.dtype(dtype)}{beside}, mean {mean:,.0f}, which linear2.bias takes away again: is "
            "the variance the mean of the squares of x − μ, in the dtype of x or a wider one?"
        )
        cases.append((question, (X + mean).astype(dtype), parameters, False))
    cases += [
        (
            "Scores beyond ±100,000: do you subtract each query's largest before exp?",
            *(X, steep, False),
        ),
        (
            "The same with causal=True: is a later position hidden, however high its score is?",
            *(X, steep, True),
        ),
        (
            "All scores far below 0: is it the largest score that you subtract, whatever its sign?",
            *(X, below, False),
        ),
        (
            "The same with causal=True: does a later position have no weight, however low others are?",
            *(X, below, True),
        ),
    ]
    # All is asked before the first answer is judged, so that two mistakes both show.
    received = [attempt(x, given, 2, causal=causal) for _, x, given, causal in cases]
    for y, (question, x, given, causal) in zip(received, cases, strict=True):
        tolerance = 0.02 if x.dtype == np.float32 else 1e-5
        expect(y, by_hand(x, given, 2, causal=causal), question, tolerance)


def test_any_number_of_axes_may_stand_before_the_positions(attempt):
    x = np.round(3 * numbers(101, 6, T, D), 1)
    pairs = x.reshape(3, 2, T, D)

    def expect_each(question, x, causal=False):
        alone = each_alone, x, causal
        expect_block(attempt, question, x, PARAMETERS, 2, alone, causal=causal)

    expect_each("x is of (N, T, D). Is every sequence by itself?", x)
    question = "x is of (3, 2, T, D). Is every sequence by itself behind two leading axes, too?"
    expect_each(question, pairs)
    question = "x is a view, with two axes exchanged. Does every result reach its place in y?"
    expect_each(question, pairs.swapaxes(0, 1))
    expect_each("x is of (T, D). Does one sequence work?", x[0])
    question = "causal=True, and x of (T, D) or (3, 2, T, D): are the positions on axis −2?"
    for sequences in (x[0], pairs):
        expect_each(question, sequences, causal=True)
    question = "One position, T = 1: is its weight 1?"
    expect_block(attempt, question, x[:, :1], PARAMETERS, 2, (of_two_alike, x[:, :1]))


def test_the_result_has_the_dtype_of_x_and_no_argument_is_changed(attempt):
    for dtype, tolerance in ((np.float32, 1e-4), (np.float64, 1e-4), (np.float16, 0.05)):
        x = X.astype(dtype)
        y = attempt(x, PARAMETERS, 3)
        received = getattr(y, "dtype", None)
        assert received == dtype, (
            f"x is {np.dtype(dtype)}, and parameters are float64. What is the result?\n"
            f"received {received}\nexpected {np.dtype(dtype)}"
        )
        question = f"x is {np.dtype(dtype)}. Are the numbers right as well?"
        expected = or_own(
            attempt, by_hand(x, PARAMETERS, 3), y, (plain, X, PARAMETERS, 3), tolerance
        )
        expect(y, expected, question, tolerance)
        assert attempt.changed == [], (
            "Does your function write into its arguments, as `x += …` does?\n"
            f"received {' and '.join(attempt.changed)} changed\nexpected all as they were"
        )
    narrow = {name: array.astype(np.float32) for name, array in PARAMETERS.items()}
    attempt(X.astype(np.float32), narrow, 3)
    assert attempt.changed == [], (
        "float32: do you write into an array of which `copy=False` or `asarray` made no copy?\n"
        f"received {' and '.join(attempt.changed)} changed\nexpected all as they were"
    )
    x = X[..., ::-1]
    x.flags.writeable = False
    question = "Does it work on an array that may not be written to?"
    expect_block(attempt, question, x, PARAMETERS, 3, (plain, x, PARAMETERS, 3))
