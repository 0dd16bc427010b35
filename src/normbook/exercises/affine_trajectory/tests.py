"""What the trajectory must be, against a network whose slopes are taken entry by entry."""

import numpy as np
import torch


def outputs_by_hand(p, row):
    """Return the network's outputs for one row."""
    z = row @ p["w1"] + p["b1"]
    mean = sum(z) / len(z)
    var = sum((value - mean) ** 2 for value in z) / len(z)
    z_hat = (z - mean) / (var + 1e-5) ** 0.5
    hidden = p["weight"] * z_hat + p["bias"]
    return np.where(hidden.real > 0, hidden, 0) @ p["w2"] + p["b2"]


def loss_by_hand(p, x, target):
    """Return the mean squared error over all entries of a batch."""
    errors = [outputs_by_hand(p, row) - goal for row, goal in zip(x, target, strict=True)]
    return sum(sum(error**2) for error in errors) / target.size


def slope(p, name, index, batch, step=1e-30):
    """Return how fast the loss grows with one entry, by a complex step: nothing cancels."""
    moved = {**p, name: p[name].astype(complex)}
    moved[name][index] += 1j * step
    return loss_by_hand(moved, *batch).imag / step


def by_hand(state, batches, lr):
    """Return weight and bias at the start and after each batch, in float64."""
    p = {name: value.detach().double().numpy().copy() for name, value in state.items()}
    rows = {"weight": [p["weight"]], "bias": [p["bias"]]}
    for x, target in batches:
        batch = x.double().numpy(), target.double().numpy()
        after = {name: value.copy() for name, value in p.items()}
        for name, value in p.items():
            for index in np.ndindex(value.shape):
                after[name][index] -= lr * slope(p, name, index, batch)
        p = after
        for name in rows:
            rows[name].append(p[name])
    return {name: torch.tensor(np.array(rows[name])) for name in rows}


def expect_names(received):
    """Fail with a question, unless the result is a dict of weight and bias."""
    names = sorted(received) if isinstance(received, dict) else type(received).__name__
    assert names == ["bias", "weight"], (
        "Is the result a dict with the keys 'weight' and 'bias'?\n"
        f"received {names}\nexpected ['bias', 'weight']"
    )


def expect(received, expected, question):
    """Fail with a question, unless the result is the dict of two tensors that is expected."""
    expect_names(received)
    for name in ("weight", "bias"):
        now, then = received[name], expected[name]
        kind, shape = type(now).__name__, tuple(getattr(now, "shape", ()))
        assert isinstance(now, torch.Tensor) and now.shape == then.shape, (
            f"{name}: is it one tensor, a row for the start and one for each batch?\n"
            f"received {kind} of shape {shape}\nexpected Tensor of shape {tuple(then.shape)}"
        )
        assert torch.allclose(now.detach().double(), then.double(), 1e-7, 1e-9), (
            f"{name}: {question}\n{side_by_side(now, then)}"
        )


def show(tensor, digits=4):
    """Return a tensor in one line."""
    with np.printoptions(precision=digits, suppress=True, threshold=16):
        return " ".join(str(tensor.detach().double().numpy()).split())


def side_by_side(received, expected):
    """Return both, in as many digits as tell them apart."""
    for digits in (4, 8, 12):
        texts = show(received, digits), show(expected, digits)
        if texts[0] != texts[1]:
            break
    return f"received {texts[0]}\nexpected {texts[1]}"


def network(dtype=torch.float64, scale=1.0):
    """Return the parameters of a network from 2 features over 3 to 4."""
    state = {
        "w1": [[1.1 * scale, -0.4 * scale, 0.3 * scale], [0.2 * scale, 0.9 * scale, -1.3 * scale]],
        "b1": [0.3 * scale, -0.5 * scale, 0.1 * scale],
        "weight": [1.2, -0.7, 0.8],
        "bias": [0.5, 0.9, 0.3],
        "w2": [[0.6, -1.1, 0.2, 0.5], [0.8, 0.4, -0.7, 0.1], [-0.9, 0.7, 0.3, -0.4]],
        "b2": [0.4, -0.6, 0.1, -0.2],
    }
    return {name: torch.tensor(value, dtype=dtype) for name, value in state.items()}


def data(*sizes, dtype=torch.float64):
    """Return batches of these sizes."""
    rng = np.random.default_rng(1)
    pairs = [(rng.normal(size=(n, 2)), rng.normal(size=(n, 4))) for n in sizes]
    return [(torch.tensor(x).to(dtype), torch.tensor(y).to(dtype)) for x, y in pairs]


def column_by_column(tensor):
    """Return the same numbers, which lie column by column in memory."""
    return tensor.T.contiguous().T


def compare(attempt, cases):
    """Ask all of the attempt, then fail with the first question whose rows are not as by hand."""
    received = [attempt(*arguments) for _, *arguments in cases]
    for rows, (question, *arguments) in zip(received, cases, strict=True):
        expect(rows, by_hand(*arguments), question)


def test_there_is_a_row_for_the_start_and_one_for_each_batch(attempt):
    start = {name: network()[name][None] for name in ("weight", "bias")}
    still = {name: row.repeat(4, 1) for name, row in start.items()}
    received, alone = attempt(network(), data(2, 3, 2), 0.0), attempt(network(), [], 0.1)
    expect(received, still, "lr=0, three batches: is each of the four rows the start?")
    expect(alone, start, "No batches: is the start the only row?")


def test_the_first_step_moves_weight_and_bias_against_their_gradients(attempt):
    (batch,), state = data(4), network()
    x, target = batch[0].clone(), batch[1]
    x[0] = 0.0  # this row of z is b1 alone
    state["b1"] = torch.full((3,), 0.5, dtype=torch.float64)
    far, tiny = network(), network()
    far["b1"] += 1e6
    for name, factor in (("weight", 1e-14), ("bias", 1e-14), ("w2", 1e14)):
        tiny[name] *= factor
    cases = [
        (
            "One batch: is y = relu(γ ẑ + β) W₂ + b₂, L the mean of (y − target)², and row 1 the "
            "start − lr · ∂L/∂p?",
            *(network(), [batch], 0.1),
        ),
        (
            "Small z: is ε beside the variance, inside the root, and 1e-5?",
            *(network(scale=0.003), [batch], 0.1),
        ),
        ("A row of z is constant. Does ε keep it from 0/0?", state, [(x, target)], 0.1),
        ("z near a million, in float64: is all computed in that?", far, [batch], 0.1),
        (
            "γ and β · 1e-14, w2 · 1e14: is relu(z) the larger of z and 0, and nothing more?",
            *(tiny, [batch], 0.1),
        ),
    ]
    compare(attempt, cases)


def test_over_several_batches_the_whole_network_learns(attempt):
    cases = [
        (
            "Two batches: does each of the six tensors become p − lr · ∂L/∂p, through the "
            "statistics, too, and with no weight decay?",
            *(network(), data(3, 3), 0.3),
        ),
        (
            "Batches of 4, 2 and 1: does each step use its own batch, and its gradient alone?",
            *(network(), data(4, 2, 1), 0.1),
        ),
        (
            "x and target lie column by column, as `tensor.T` does. Does that change nothing?",
            *(network(), [tuple(map(column_by_column, pair)) for pair in data(4)], 0.1),
        ),
    ]
    compare(attempt, cases)


def test_the_rows_have_the_dtype_of_the_state_and_the_arguments_stay_as_they_were(attempt):
    results, changed = {}, set()
    for dtype in (torch.float64, torch.float32):
        results[dtype] = attempt(network(dtype), data(3, 2, dtype=dtype), 0.1)
        changed |= set(attempt.changed)
    trained = {name: value.requires_grad_() for name, value in network().items()}
    of_trained = attempt(trained, data(3, 2), 0.1)
    changed |= set(attempt.changed)
    assert not changed, (
        "Does your function change the caller's tensors, as `p -= …` or `requires_grad_` do?\n"
        f"received {' and '.join(sorted(changed))} changed\nexpected all as they were"
    )
    for dtype, result in results.items():
        expect_names(result)
        expected = {"bias": str(dtype), "weight": str(dtype)}
        received = {name: str(getattr(result[name], "dtype", None)) for name in expected}
        assert received == expected, (
            f"The state is of {dtype}. Of what dtype are the rows?\n"
            f"received {received}\nexpected {expected}"
        )
        recorded = [name for name in sorted(expected) if result[name].requires_grad]
        assert recorded == [], (
            "Are the rows values alone, of which autograd keeps no record?\n"
            f"received {' and '.join(recorded)} that require a gradient\nexpected neither"
        )
        first, start = result["weight"][0], network(dtype)["weight"]
        assert torch.allclose(first, start), (
            f"Is the start row 0?\nreceived {show(first)}\nexpected {show(start)}"
        )
    question = "The state requires gradients. Are the rows what they are where it does not?"
    expect(of_trained, results[torch.float64], question)
