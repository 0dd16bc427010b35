"""What the losses must be, against a model in NumPy whose slopes are taken entry by entry."""

import math

import numpy as np
import torch

MOST_SHOWN = 8


def normalized(z, norm):
    """Return z (N, T, D) with the mean removed and divided by the deviation."""
    out = np.empty_like(z)
    if norm == "layer":
        groups = [(n, t) for n in range(z.shape[0]) for t in range(z.shape[1])]
    else:
        groups = [(..., i) for i in range(z.shape[2])]
    for group in groups:
        values = z[group]
        mean = values.sum() / values.size
        var = ((values - mean) ** 2).sum() / values.size
        out[group] = (values - mean) / (var + 1e-5) ** 0.5
    return out


def softmax(scores):
    """Return the softmax of one row."""
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


def attention(p, z):
    """Return what each position of a sequence z (T, D) takes from all of them."""
    queries, keys, values = z @ p["query"], z @ p["key"], z @ p["value"]
    return np.array([softmax(keys @ query / math.sqrt(z.shape[1])) @ values for query in queries])


def block_by_hand(p, x, norm):
    """Return y (N, T, D): what the block makes of x, before it is pooled."""
    z = p["weight1"] * normalized(x, norm) + p["bias1"]
    h = x + np.array([attention(p, sequence) for sequence in z])
    z = p["weight2"] * normalized(h, norm) + p["bias2"]
    wide = z @ p["up"]
    return h + np.where(wide.real > 0, wide, 0) @ p["down"]


def loss_by_hand(p, x, labels, norm):
    """Return the mean cross-entropy of the Transformer, sequence by sequence."""
    total = 0.0
    for y, label in zip(block_by_hand(p, x, norm), labels, strict=True):
        logits = y.sum(axis=0) / len(y) @ p["head"]
        below = logits - logits.max()
        total += np.log(np.exp(below).sum()) - below[label]
    return total / len(labels)


def slope(p, name, index, batch, step=1e-30):
    """Return how fast the loss grows with one entry, by a complex step: nothing cancels."""
    moved = {**p, name: p[name].astype(complex)}
    moved[name][index] += 1j * step
    return loss_by_hand(moved, *batch).imag / step


def in_numpy(state):
    """Return the parameters as float64 arrays."""
    return {name: value.detach().double().numpy() for name, value in state.items()}


def losses_by_hand(state, x, labels, norm, steps, lr):
    """Return the losses of gradient descent."""
    batch = x.double().numpy(), labels.tolist(), norm
    p = in_numpy(state)
    losses = [loss_by_hand(p, *batch)]
    while len(losses) < steps:
        after = {name: value.copy() for name, value in p.items()}
        for name, value in p.items():
            for index in np.ndindex(value.shape):
                after[name][index] -= lr * slope(p, name, index, batch)
        p = after
        losses.append(loss_by_hand(p, *batch))
    return losses


def task(seed=7, scale=1.0, shape=(3, 2, 4), dtype=torch.float64):
    """Return the parameters, x (N, T, D) and labels of a small task.

    It has D + 1 classes, of which the last is the label of the first sequence, and D + 2 features
    between `up` and `down`: where nothing else is asked of the shape, all sizes differ.
    """
    rng, d = np.random.default_rng(seed), shape[-1]
    k, wide = d + 1, d + 2
    shapes = {
        **dict.fromkeys(("weight1", "bias1", "weight2", "bias2"), (d,)),
        **dict.fromkeys(("query", "key", "value"), (d, d)),
        **{"up": (d, wide), "down": (wide, d), "head": (d, k)},
    }
    state = {
        name: torch.tensor(rng.normal(scale=0.7, size=size), dtype=dtype)
        for name, size in shapes.items()
    }
    x = torch.tensor(rng.normal(size=shape) * scale, dtype=dtype)
    return state, x, torch.tensor([d, 0, 2 % k])[: shape[0]]


def without(state, *names):
    """Return the parameters, those of these names 0."""
    return {**state, **{name: torch.zeros_like(state[name]) for name in names}}


def far_apart(state, x, labels, norm, choose):
    """Return a task of logits that are hundreds apart, with the labels that have the chosen loss."""
    p, k = in_numpy(state), state["head"].shape[1]
    labels = labels.clone()
    for n, known in enumerate(np.eye(len(labels), dtype=bool)):
        guesses = [np.where(known, label, labels) for label in range(k)]
        labels[n] = int(choose([loss_by_hand(p, x.numpy(), guess, norm) for guess in guesses]))
    return {**state, "head": state["head"] * 200}, x, labels


EVERY_DIGIT, MOST_DIGITS = 1e-9, 1e-4
"""How far losses may be off: by rounding, or so that what ε becomes does not show."""


def compare_first(attempt, inputs, tolerance):
    """Fail with a question, unless the attempt gives the loss before any step, with either norm."""
    for given, norm, question, losses in first_losses(attempt, inputs):
        expected = losses_by_hand(*given, norm, 1, 0.0)
        expect(losses, expected, question, tolerance_of(given, tolerance))


def compare_blocks(attempt, inputs, tolerance):
    """Fail with a question, unless the attempt has the loss of what the block makes of x.

    How it pools, what the head is and what the loss, be it right or wrong, is asked elsewhere:
    here its loss may also be the one that it has itself where a block changes nothing, and gets as
    x what this one makes of it.
    """
    for given, norm, question, losses in first_losses(attempt, inputs):
        expected = losses_by_hand(*given, norm, 1, 0.0)
        allowed = tolerance_of(given, tolerance)
        if is_close(losses, expected, allowed):
            continue
        state, x, labels = given
        still = without(state, "value", "down")
        y = torch.tensor(block_by_hand(in_numpy(state), x.double().numpy(), norm), dtype=x.dtype)
        others = [((still, z, labels), "") for z in (x, y)]
        of_x, of_y = (losses for _, _, _, losses in first_losses(attempt, others, [norm]))
        is_own = is_close(losses, of_y, allowed) and not is_close(of_x, of_y, allowed)
        if not is_own or is_close(losses, expected, MOST_DIGITS):  # another loss, not a rounded one
            expect(losses, expected, question, allowed)


def first_losses(attempt, inputs, norms=("layer", "batch")):
    """Yield each input with a norm, its question and the attempt's loss before any step, in a list.

    The step that it may take all the same has no length: when one is taken, and how many losses
    there are, is asked where steps are.
    """
    cases = [(given, norm, text) for given, text in inputs for norm in norms]
    received = [attempt(*given, norm, 1, 0.0) for given, norm, _ in cases]
    for losses, (given, norm, text) in zip(received, cases, strict=True):
        if isinstance(losses, (list, tuple, torch.Tensor)):
            losses = (losses if len(losses) else attempt(*given, norm, 2, 0.0))[:1]
        yield given, norm, f"norm={norm!r}, steps=1. {text}", losses


def compare(attempt, cases, tolerance):
    """Fail with a case's question, unless the attempt gives those losses."""
    received = [attempt(*given, *settings) for given, settings, _ in cases]
    for losses, (given, settings, question) in zip(received, cases, strict=True):
        norm, steps, _ = settings
        question = f"norm={norm!r}, steps={steps}. {question}"
        expect(losses, losses_by_hand(*given, *settings), question, tolerance_of(given, tolerance))


def tolerance_of(given, tolerance):
    """Return how far a loss may be off, of a task in float64 or in float32."""
    return tolerance if given[1].dtype == torch.float64 else MOST_DIGITS


def is_close(received, expected, tolerance):
    """Return whether these are as many numbers, and the expected ones."""
    if not isinstance(received, (list, tuple, torch.Tensor)) or len(received) != len(expected):
        return False
    values, wanted = ([float(value) for value in losses] for losses in (received, expected))
    return np.allclose(values, wanted, tolerance, tolerance / 100)


def expect(received, expected, question, tolerance=1e-9):
    """Fail with a question, unless the numbers agree."""
    for digits in (5, 9, 13):  # as many as tell them apart
        texts = show(received, digits), show(expected, digits)
        if texts[0] != texts[1]:
            break
    message = f"{question}\nreceived {texts[0]}\nexpected {texts[1]}"
    assert is_close(received, expected, tolerance), message


def show(values, digits):
    """Return numbers in one line; of many, those in front."""
    if not isinstance(values, (list, tuple, torch.Tensor)):
        return repr(values)
    shown = [f"{float(value):.{digits}f}" for value in values[:MOST_SHOWN]]
    return "[" + ", ".join(shown + ["…"] * (len(values) > MOST_SHOWN)) + "]"


def test_the_first_loss_is_that_of_mean_head_and_cross_entropy(attempt):
    def bare(seed, **settings):
        state, x, labels = task(seed, **settings)
        return without(state, "value", "down"), x, labels

    state, x, labels = bare(4, scale=1e39)  # beyond the largest float32
    huge = {**state, "head": state["head"] / 1e39}, x, labels
    state, x, labels = bare(3)
    x = x.transpose(0, 1).contiguous().transpose(0, 1)
    turned = state, x, torch.stack([labels, labels], 1)[:, 0]
    inputs = [
        (bare(0), "value and down are 0, so y is x, not its norm: are mean, head and loss right?"),
        (huge, "float64, x of 10³⁹: do you compute in the dtype of x, or in a wider one?"),
        (
            turned,
            "x and labels lie in memory as after a `transpose`. Does that change nothing?",
        ),
        (
            (state, x, labels - labels // 4),
            "No sequence is of the last class. Does `head` say how many classes there are?",
        ),
        (
            far_apart(*bare(5, scale=10.0), "layer", np.argmax),
            "The network is sure, and wrong. Is its loss large, and finite?",
        ),
    ]
    inputs += [
        (bare(3, shape=shape), f"x has the shape {shape}: does an axis of 1 stay?")
        for shape in ((1, 2, 3), (3, 1, 3))
    ]
    compare_first(attempt, inputs, EVERY_DIGIT)


def test_both_norms_divide_by_the_root_of_variance_and_eps(attempt):
    def normed(given):
        """Return a task without attention in which relu changes nothing: all before it is large."""
        state, x, labels = given
        state = without(state, "value")
        state |= {"up": state["up"].abs() + 1, "bias2": state["bias2"] + 20}
        return {**state, "down": state["down"] / 20}, x, labels

    state, x, labels = task(2)
    x[0, 1] = 2.0
    x[..., 2] = 2.0
    inputs = [
        (normed(task(0)), "value is 0, and what relu is given above 0: is norm 2 right?"),
        (normed(task(1, scale=0.003)), "Small x: is each norm divided by √(σ² + 1e-5)?"),
        (
            normed((state, x, labels)),
            "A position and a feature are constant. Does ε keep them from 0/0?",
        ),
    ]
    inputs += [
        (normed(task(12, shape=shape)), f"x has the shape {shape}: does an axis of 1 stay?")
        for shape in ((1, 2, 3), (3, 1, 3), (3, 2, 1))
    ]
    compare_blocks(attempt, inputs, EVERY_DIGIT)


def test_attention_is_that_of_all_positions_and_added_to_x(attempt):
    state, x, labels = task()
    alone = without(state, "down"), x, labels
    state, x, labels = task(6)
    clear = {**without(state, "down"), "query": state["query"] * 3000}, x, labels
    inputs = [
        (alone, "down is 0, so y is h: are norm 1 and attention right?"),
        (clear, "Scores are in the thousands. Is what the softmax makes of them finite?"),
    ]
    compare_blocks(attempt, inputs, MOST_DIGITS)


def test_the_feed_forward_part_takes_the_second_norm_and_is_added(attempt):
    def alone(given):
        state, x, labels = given
        return without(state, "value"), x, labels

    inputs = [
        (alone(task()), "value is 0, so h is x: are norm 2 and relu right?"),
        (alone(task(dtype=torch.float32)), "float32: does it work in that dtype, too?"),
    ]
    compare_blocks(attempt, inputs, MOST_DIGITS)


def test_each_later_loss_follows_a_step_of_gradient_descent(attempt):
    question = "Does one step move every parameter by −lr · ∂L/∂p, through the statistics, too?"
    cases = [(task(), (norm, 2, 0.5), question) for norm in ("layer", "batch")]
    cases.append((task(), ("layer", 1, 0.5), "Is the loss before the first step the only one?"))
    question = "Does each step use the gradient of that step alone, and the lr that is given?"
    cases.append((task(), ("layer", 4, 0.2), question))
    question = "lr is large, and the loss rises. Are there as many losses as steps all the same?"
    cases.append((task(), ("batch", 3, 1.0), question))
    question = "The network is right, and sure. Is its loss 0, and does the step change nothing?"
    for norm in ("layer", "batch"):
        sure = far_apart(*task(4), norm, np.argmin)
        cases.append((sure, (norm, 2, 0.1), question))
    compare(attempt, cases, MOST_DIGITS)


def test_a_run_gives_floats_and_leaves_its_arguments_and_knows_two_norms(attempt):
    state, x, labels = task()
    trained = {name: value.clone().requires_grad_() for name, value in state.items()}
    attempt(trained, x, labels, "layer", 3, 0.5)
    changed = attempt.changed
    losses = attempt(state, x, labels, "layer", 3, 0.5)
    changed = changed or attempt.changed
    attempt(*task(dtype=torch.float32), "layer", 3, 0.5)
    changed = changed or attempt.changed
    assert changed == [], (
        "Does your function change the caller's tensors, as `p -= …` or `requires_grad_` do?\n"
        f"received {' and '.join(changed)} changed\nexpected all as they were"
    )
    kinds = sorted({type(value).__name__ for value in losses})
    assert isinstance(losses, list) and kinds == ["float"], (
        "steps=3: is the result a list of floats, as `.item()` gives them?\n"
        f"received {type(losses).__name__} of {' and '.join(kinds)}\nexpected list of float"
    )
    assert len(set(losses)) > 1, (
        "steps=3, lr=0.5: is the model trained, so that its losses differ?\n"
        f"received {show(losses, 5)}\nexpected losses that differ"
    )
    others = attempt(*task(1), "layer", 3, 0.5)
    assert others != losses, (
        "steps=3, lr=0.5: do another state and another x have other losses?\n"
        f"received {show(others, 5)} for both\nexpected losses that differ"
    )
    for name in ("instance", "Layer", "layernorm", "bat", " layer ", ""):
        try:
            received = attempt(*task(), name, 1, 0.5)
        except ValueError:
            received = "a ValueError"
        assert received == "a ValueError", (
            f"Does a norm that is neither 'layer' nor 'batch', as {name!r}, raise a ValueError?\n"
            f"received {received}\nexpected a ValueError"
        )
