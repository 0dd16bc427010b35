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


def task(seed=0, scale=1.0, shape=(3, 2, 3), dtype=torch.float64):
    """Return the parameters, x (N, T, D) and labels of a small task."""
    rng, d = np.random.default_rng(seed), shape[-1]
    shapes = {
        **dict.fromkeys(("weight1", "bias1", "weight2", "bias2"), (d,)),
        **dict.fromkeys(("query", "key", "value"), (d, d)),
        **{"up": (d, 4), "down": (4, d), "head": (d, 3)},
    }
    state = {
        name: torch.tensor(rng.normal(size=size), dtype=dtype) for name, size in shapes.items()
    }
    x = torch.tensor(rng.normal(size=shape) * scale, dtype=dtype)
    return state, x, torch.tensor([2, 0, 1])[: shape[0]]


def far_apart(norm, choose):
    """Return a task of logits that are hundreds apart, with the labels that have the chosen loss."""
    state, x, labels = task(5)
    p = {name: value.numpy() for name, value in state.items()}
    for n, known in enumerate(np.eye(len(labels), dtype=bool)):
        guesses = [np.where(known, k, labels) for k in range(3)]
        labels[n] = int(choose([loss_by_hand(p, x.numpy(), guess, norm) for guess in guesses]))
    return {**state, "head": state["head"] * 200}, x, labels


def compare(attempt, cases):
    """Fail with a case's question, unless the attempt gives those losses."""
    received = [attempt(*given, *settings) for given, settings, _ in cases]
    for losses, (given, settings, question) in zip(received, cases, strict=True):
        x = given[1]
        exact = x.dtype == torch.float64 and x.abs().max() < 1000
        norm, steps, _ = settings
        question = f"norm={norm!r}, steps={steps}. {question}"
        expect(losses, losses_by_hand(*given, *settings), question, 1e-9 if exact else 1e-4)


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


def test_the_first_loss_is_that_of_the_given_state(attempt):
    state, x, labels = task()
    no_attention = {**state, "value": torch.zeros_like(state["value"])}
    no_feed_forward = {**state, "down": torch.zeros_like(state["down"])}
    bare = {**no_attention, "down": no_feed_forward["down"]}
    bare_question = "value and down are 0, so y is x, not its norm: are mean, head and loss right?"
    inputs = [
        ((bare, x, labels), bare_question),
        ((no_feed_forward, x, labels), "down is 0, so y is h: are norm 1 and attention right?"),
        ((no_attention, x, labels), "value is 0, so h is x: are norm 2 and relu right?"),
        (task(), "Is the loss that of the whole model, before any step?"),
    ]
    state, x, labels = task(2)
    x[0, 1] = 2.0
    x[..., 2] = 2.0
    small, constant = task(1, scale=0.003), (state, x, labels)
    little = "Small x: is each norm divided by √(σ² + 1e-5)?"
    same = "A position and a feature are constant. Does ε keep them from 0/0?"
    inputs += [(small, little), (constant, same)]
    for shape in ((1, 2, 3), (3, 1, 3), (3, 2, 1)):
        inputs.append((task(3, shape=shape), f"x has the shape {shape}: does an axis of 1 stay?"))
    state, x, labels = task(4, scale=1e39)  # beyond the largest float32
    huge = {**state, "head": state["head"] / 1e39}, x, labels
    wide = "float64, x of 10³⁹: do you compute in the dtype of x, or in a wider one?"
    inputs.append((huge, wide))
    inputs.append((task(3, dtype=torch.float32), "float32: does it work in that dtype, too?"))
    state, x, labels = task(6)
    clear = {**state, "query": state["query"] * 3000}, x, labels
    inputs.append((clear, "Scores are in the thousands. Is what the softmax makes of them finite?"))
    state, x, labels = task(3)
    x = x.transpose(0, 1).contiguous().transpose(0, 1)
    labels = torch.stack([labels, labels], 1)[:, 0]
    columns = "x and labels lie in memory as after a `transpose`. Does that change nothing?"
    inputs.append(((state, x, labels), columns))
    norms = "layer", "batch"
    cases = [(x, (norm, 1, 0.1), text) for x, text in inputs for norm in norms]
    question = "The network is sure, and wrong. Is its loss large, and finite?"
    cases += [(far_apart(norm, np.argmax), (norm, 1, 0.1), question) for norm in norms]
    compare(attempt, cases)


def test_each_later_loss_follows_a_step_of_gradient_descent(attempt):
    question = "Does one step move every parameter by −lr · ∂L/∂p, through the statistics, too?"
    cases = [(task(), (norm, 2, 0.5), question) for norm in ("layer", "batch")]
    question = "Does each step use the gradient of that step alone, and the lr that is given?"
    cases.append((task(), ("layer", 4, 0.2), question))
    question = "lr is large, and the loss rises. Are there as many losses as steps all the same?"
    cases.append((task(), ("batch", 3, 1.0), question))
    question = "The network is right, and sure. Is its loss 0, and does the step change nothing?"
    cases += [(far_apart(norm, np.argmin), (norm, 2, 0.1), question) for norm in ("layer", "batch")]
    compare(attempt, cases)


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
    kinds = [type(value).__name__ for value in losses]
    assert isinstance(losses, list) and kinds == ["float"] * 3, (
        "steps=3: is the result a list of three floats, as `.item()` gives them?\n"
        f"received {type(losses).__name__} of {kinds}\n"
        "expected list of ['float', 'float', 'float']"
    )
    for name in ("instance", "Layer", "layernorm", "bat", ""):
        try:
            received = attempt(*task(), name, 1, 0.5)
        except ValueError:
            received = "a ValueError"
        assert received == "a ValueError", (
            f"Does a norm that is neither 'layer' nor 'batch', as {name!r}, raise a ValueError?\n"
            f"received {received}\nexpected a ValueError"
        )
    expected = losses_by_hand(*task(), "layer", 3, 0.5)
    expect(losses, expected, "steps=3: are the three losses those before each step?")
