"""What the losses must be, against a model in NumPy whose slopes are taken entry by entry."""

import math

import numpy as np
import torch

MOST_SHOWN = 8
F, K = 6, 5
"""The width of the feed-forward part and the number of classes."""


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


def loss_by_hand(p, x, labels, norm):
    """Return the mean cross-entropy of the Transformer, sequence by sequence."""
    z = p["weight1"] * normalized(x, norm) + p["bias1"]
    h = x + np.array([attention(p, sequence) for sequence in z])
    z = p["weight2"] * normalized(h, norm) + p["bias2"]
    total = 0.0
    for n, label in enumerate(labels):
        wide = z[n] @ p["up"]
        y = h[n] + np.where(wide.real > 0, wide, 0) @ p["down"]
        logits = y.sum(axis=0) / x.shape[1] @ p["head"]
        below = logits - logits.max()
        total += np.log(np.exp(below).sum()) - below[label]
    return total / len(labels)


def slope(p, name, index, batch, step=1e-30):
    """Return how fast the loss grows with one entry, by a complex step: nothing cancels."""
    moved = {**p, name: p[name].astype(complex)}
    moved[name][index] += 1j * step
    return loss_by_hand(moved, *batch).imag / step


def losses_by_hand(state, x, labels, norm, steps, lr):
    """Return the losses of gradient descent."""
    batch = x.double().numpy(), labels.tolist(), norm
    p = {name: value.detach().double().numpy() for name, value in state.items()}
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
    """Return the parameters, x (N, T, D) and labels of a small task, whose sizes all differ."""
    rng, d = np.random.default_rng(seed), shape[-1]
    shapes = {
        **dict.fromkeys(("weight1", "bias1", "weight2", "bias2"), (d,)),
        **dict.fromkeys(("query", "key", "value"), (d, d)),
        **{"up": (d, F), "down": (F, d), "head": (d, K)},
    }
    state = {
        name: torch.tensor(rng.normal(scale=0.7, size=size), dtype=dtype)
        for name, size in shapes.items()
    }
    x = torch.tensor(rng.normal(size=shape) * scale, dtype=dtype)
    return state, x, torch.tensor([4, 0, 2])[: shape[0]]


def without(state, *names):
    """Return the parameters, those of these names 0."""
    return {**state, **{name: torch.zeros_like(state[name]) for name in names}}


def far_apart(state, x, labels, norm, choose):
    """Return a task of logits that are hundreds apart, with the labels that have the chosen loss."""
    p = {name: value.numpy() for name, value in state.items()}
    labels = labels.clone()
    for n, known in enumerate(np.eye(len(labels), dtype=bool)):
        guesses = [np.where(known, k, labels) for k in range(K)]
        labels[n] = int(choose([loss_by_hand(p, x.numpy(), guess, norm) for guess in guesses]))
    return {**state, "head": state["head"] * 200}, x, labels


EVERY_DIGIT, MOST_DIGITS = 1e-9, 1e-4
"""How far losses may be off: by rounding, or so that what ε becomes does not show."""


def compare_first(attempt, inputs, tolerance):
    """Fail with a question, unless the attempt gives the loss before any step, with either norm.

    The step that it may take all the same has no length: when it is taken is asked where steps are.
    """
    cases = [(given, (norm, 1, 0.0), text) for given, text in inputs for norm in ("layer", "batch")]
    compare(attempt, cases, tolerance)


def compare(attempt, cases, tolerance):
    """Fail with a case's question, unless the attempt gives those losses."""
    received = [attempt(*given, *settings) for given, settings, _ in cases]
    for losses, (given, settings, question) in zip(received, cases, strict=True):
        norm, steps, _ = settings
        question = f"norm={norm!r}, steps={steps}. {question}"
        if steps == 1 and isinstance(losses, (list, tuple, torch.Tensor)):
            losses = losses[:1]  # how many there are is asked where steps are
        in_float64 = given[1].dtype == torch.float64
        expected = losses_by_hand(*given, *settings)
        expect(losses, expected, question, tolerance if in_float64 else MOST_DIGITS)


def expect(received, expected, question, tolerance=1e-9):
    """Fail with a question, unless the numbers agree."""
    for digits in (5, 9, 13):  # as many as tell them apart
        texts = show(received, digits), show(expected, digits)
        if texts[0] != texts[1]:
            break
    message = f"{question}\nreceived {texts[0]}\nexpected {texts[1]}"
    assert isinstance(received, (list, tuple, torch.Tensor)), message
    assert len(received) == len(expected), message
    values = [float(value) for value in received]
    assert np.allclose(values, expected, tolerance, tolerance / 100), message


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
        (normed(task(3, shape=shape)), f"x has the shape {shape}: does an axis of 1 stay?")
        for shape in ((1, 2, 3), (3, 1, 3), (3, 2, 1))
    ]
    compare_first(attempt, inputs, EVERY_DIGIT)


def test_attention_is_that_of_all_positions_and_added_to_x(attempt):
    state, x, labels = task()
    alone = without(state, "down"), x, labels
    state, x, labels = task(6)
    clear = {**without(state, "down"), "query": state["query"] * 3000}, x, labels
    inputs = [
        (alone, "down is 0, so y is h: are norm 1 and attention right?"),
        (clear, "Scores are in the thousands. Is what the softmax makes of them finite?"),
    ]
    compare_first(attempt, inputs, MOST_DIGITS)


def test_the_feed_forward_part_takes_the_second_norm_and_is_added(attempt):
    def alone(given):
        state, x, labels = given
        return without(state, "value"), x, labels

    inputs = [
        (alone(task()), "value is 0, so h is x: are norm 2 and relu right?"),
        (alone(task(dtype=torch.float32)), "float32: does it work in that dtype, too?"),
    ]
    compare_first(attempt, inputs, MOST_DIGITS)


def test_each_later_loss_follows_a_step_of_gradient_descent(attempt):
    question = "Does one step move every parameter by −lr · ∂L/∂p, through the statistics, too?"
    cases = [(task(), (norm, 2, 0.5), question) for norm in ("layer", "batch")]
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
