"""What the gradient norms must be, against slopes that are measured entry by entry."""

import math

import numpy as np
import torch

MOST_SHOWN = 8


def normalized(row):
    """Return LayerNorm of one row."""
    mean = sum(row) / len(row)
    var = sum((value - mean) ** 2 for value in row) / len(row)
    return np.array([(value - mean) / math.sqrt(var + 1e-5) for value in row])


def loss_by_hand(rows, weights, placement):
    """Return the mean of (y - x)², row by row through all blocks."""
    total = 0.0
    for row in rows:
        y = row
        for w in weights:
            if placement == "pre":
                y = y + np.tanh(normalized(y) @ w)
            else:
                y = normalized(y + np.tanh(y @ w))
        total += sum((y - row) ** 2)
    return total / rows.size


def by_hand(x, weights, placement, step=1e-5):
    """Return the norm of the loss's slopes in the entries of each w."""
    rows = x.detach().double().numpy().reshape(-1, x.shape[-1])
    weights = [w.detach().double().numpy().copy() for w in weights]
    norms = []
    for w in weights:
        squares = 0.0
        for index in np.ndindex(w.shape):
            entry = w[index]
            w[index] = entry + step
            above = loss_by_hand(rows, weights, placement)
            w[index] = entry - step
            below = loss_by_hand(rows, weights, placement)
            w[index] = entry
            squares += ((above - below) / (2 * step)) ** 2
        norms.append(math.sqrt(squares))
    return norms


def expect(received, expected, question):
    """Fail with a question, unless the numbers agree."""
    message = f"{question}\nreceived {show(received)}\nexpected {show(expected)}"
    assert isinstance(received, (list, tuple, torch.Tensor)), message
    assert len(received) == len(expected), message
    assert np.allclose([float(value) for value in received], expected, 1e-4, 1e-7), message


def show(values):
    """Return numbers in one line; of many, those in front."""
    if not isinstance(values, (list, tuple, torch.Tensor)):
        return repr(values)
    shown = [f"{float(value):.4g}" for value in values[:MOST_SHOWN]]
    return "[" + ", ".join(shown + ["…"] * (len(values) > MOST_SHOWN)) + "]"


def compare(attempt, placement, cases):
    """Ask all of the attempt, then fail with the first question whose norms are not as measured."""
    received = [attempt(x, weights, placement) for _, x, weights in cases]
    for norms, (question, x, weights) in zip(received, cases, strict=True):
        expect(norms, by_hand(x, weights, placement), question)


def tensor(values):
    """Return a float64 tensor."""
    return torch.tensor(values, dtype=torch.float64)


def blocks(count, size, seed=0):
    """Return the weights of a stack, drawn from a seed."""
    rng = np.random.default_rng(seed)
    return [torch.from_numpy(rng.normal(size=(size, size))) for _ in range(count)]


X = tensor([[-1.0, 3.0], [2.0, 0.0], [4.0, 0.5]]).T  # not contiguous
SMALL = tensor([[0.0012345, 0.0031415, 0.0022222], [0.0043215, 0.0, 0.0012344]])


def test_with_pre_norm_each_block_gets_the_norm_of_its_gradient(attempt):
    three = blocks(3, 3)
    cases = [
        (
            "One block, x + tanh(N(x) W): is it the L2 norm of ∂L/∂W, over all entries of W?",
            X,
            blocks(1, 3),
        ),
        (
            "Three blocks: is there one loss, at the end, and one norm for each block in order?",
            X,
            three,
        ),
        ("Small x: is ε beside the variance, inside the root, and 1e-5?", SMALL, three),
        (
            "A constant row has no variance. Does ε keep its gradient finite?",
            tensor([[5.0, 5.0, 5.0], [1.0, 2.0, 4.0]]),
            three,
        ),
        (
            "Small W: is a small loss left as it is?",
            X,
            [w / 1e5 for w in three],
        ),
        ("Smaller x: is nothing rounded on the way?", SMALL / 100, three),
        ("x near 10,000, in float64: is all computed in that?", X + 1e4, three),
        (
            "x of (N, 1): each row is constant, and N(x) is 0. Is every gradient 0?",
            X[:, :1],
            blocks(2, 1),
        ),
    ]
    compare(attempt, "pre", cases)


def test_with_post_norm_each_block_gets_the_norm_of_its_gradient(attempt):
    three = blocks(3, 3)
    cases = [
        (
            "One block, N(x + tanh(x W)): is the sum normalized, and the loss mean((y − x)²)?",
            X,
            blocks(1, 3),
        ),
        ("Three blocks: does the gradient run through every mean and every variance?", X, three),
        ("Small x: is ε beside the variance, inside the root, and 1e-5?", SMALL, three),
        (
            "A row of zeros has no variance. Does ε keep its gradient finite?",
            tensor([[0.0, 0.0, 0.0], [1.0, 2.0, 4.0]]),
            three,
        ),
        (
            "Sums that differ in the fourth digit, in float64: is all computed in that?",
            tensor([[1.0, 1.0, 1.0], [0.5, 0.5, 0.5]]),
            [0.5 + w / 1000 for w in three],
        ),
    ]
    compare(attempt, "post", cases)


def test_the_result_is_a_list_of_floats_and_the_arguments_stay_as_they_were(attempt):
    x = tensor([[[1.0, 0.0], [2.0, 5.0], [4.0, 1.0]], [[0.0, 3.0], [7.0, 2.0], [1.0, 1.5]]]).mT
    rows = x.reshape(4, 3)
    placements, others = ("pre", "post"), ("deepnorm", "PRE", "prenorm", "po", "")
    received, changed = {}, set()
    for each in placements:
        received[each] = attempt(x, blocks(2, 3, seed=1), each)
        changed |= set(attempt.changed)
    trained = [w.requires_grad_() for w in blocks(2, 3, seed=1)]
    of_trained = attempt(x, trained, "pre")
    changed |= set(attempt.changed)
    of_rows = {each: attempt(rows, blocks(2, 3, seed=1), each) for each in placements}
    of_row, alone = (attempt(each, blocks(2, 3, seed=1), "pre") for each in (rows[:1], rows[0]))
    of_pages = {each: attempt(x[:, None], blocks(2, 3, seed=1), each) for each in placements}
    refused = {each: result_or_error(attempt, each) for each in others}
    for placement, norms in received.items():
        assert not changed, (
            "Does your function change its arguments, as `x += …` or `w.requires_grad_()` do?\n"
            f"received {' and '.join(sorted(changed))} changed\nexpected all as they were"
        )
        kinds = [type(value).__name__ for value in norms]
        assert isinstance(norms, list) and kinds == ["float", "float"], (
            "Is the result a list of Python floats, as `.item()` gives them?\n"
            f"received {type(norms).__name__} of {kinds}\nexpected list of ['float', 'float']"
        )
        assert min(norms) > 0, f"Is there a gradient at all?\nreceived {show(norms)}"
        question = f"{placement!r}: does x of (N, T, D) give what its N·T rows give as (N·T, D)?"
        expect(norms, of_rows[placement], question)
        question = f"{placement!r}: does x of (N, 1, T, D) give what its rows give?"
        expect(of_pages[placement], norms, question)
    expect(alone, of_row, "x of (D,): are the norms those of x as (1, D)?")
    question = "The weights require gradients. Are the norms what they are where they do not?"
    expect(of_trained, received["pre"], question)
    for placement, came in refused.items():
        assert came == "ValueError", (
            f"{placement!r} is neither 'pre' nor 'post'. Does it raise a ValueError?\n"
            f"received {came}\nexpected ValueError"
        )


def result_or_error(attempt, placement):
    """Return what the attempt makes of a placement, or the name of its error."""
    x = tensor([[0.0] * 3])  # every slope is 0, so that what comes shows nothing but this mistake
    try:
        return attempt(x, blocks(1, 3), placement)
    except NotImplementedError:
        raise
    except Exception as error:
        return type(error).__name__
