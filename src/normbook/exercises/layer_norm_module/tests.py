"""What a LayerNorm module must do. Small numbers, so that a wrong one shows."""

import math

import numpy as np
import torch


def one_sample(values, weight, bias, eps):
    """Return LayerNorm of one sample, number by number."""
    mean = sum(values) / len(values)
    var = sum((value - mean) ** 2 for value in values) / len(values)
    return [
        w * (value - mean) / math.sqrt(var + eps) + b
        for value, w, b in zip(values, weight, bias, strict=True)
    ]


def by_hand(x, shape, weight=None, bias=None, eps=1e-5):
    """Return LayerNorm over the trailing axes of sizes ``shape``, in float64."""
    size = math.prod(shape)
    weight = [1.0] * size if weight is None else weight.flatten().tolist()
    bias = [0.0] * size if bias is None else bias.flatten().tolist()
    samples = x.detach().double().reshape(-1, size).tolist()
    y = [one_sample(sample, weight, bias, eps) for sample in samples]
    return torch.tensor(y, dtype=torch.float64).reshape(x.shape)


def slope(total, at, step=1e-5):
    """Return how fast the number ``total(at)`` grows with each entry of ``at``."""
    at = at.detach().double()
    slopes = torch.zeros_like(at)
    for index in np.ndindex(*at.shape):
        above, below = at.clone(), at.clone()
        above[index] += step
        below[index] -= step
        slopes[index] = (total(above) - total(below)) / (2 * step)
    return slopes


def expect(received, expected, question, tolerance=1e-4):
    """Fail with a question, unless the values agree."""
    shape = getattr(received, "shape", None)
    assert shape == expected.shape, (
        f"{question}\nreceived {received if shape is None else f'shape {tuple(shape)}'}\n"
        f"expected shape {tuple(expected.shape)}"
    )
    close = torch.allclose(received.detach().double(), expected.double(), tolerance, tolerance)
    assert close, f"{question}\nreceived {show(received)}\nexpected {show(expected)}"


def show(tensor):
    """Return a tensor in one line."""
    with np.printoptions(precision=4, suppress=True, threshold=16):
        return " ".join(str(tensor.detach().double().numpy()).split())


def expect_names(module, expected, question):
    """Fail with a question, unless ``state_dict`` holds just these names."""
    names = sorted(module.state_dict())
    assert names == expected, f"{question}\nreceived {names}\nexpected {expected}"


def test_each_sample_has_the_statistics_of_its_own_features(attempt):
    x = torch.tensor([[1.0, 2.0, 4.0], [-3.0, -6.0, 0.0]])
    y = attempt((3,), eps=0.0)(x)
    assert attempt.changed == [], (
        "Does forward write into x, as `x -= …` does?\nreceived x changed\nexpected x as it was"
    )
    attempt((3,), eps=0.0)(x.double())
    assert attempt.changed == [], (
        "float64: does forward write into x, of which `x.double()` made no copy?\n"
        "received x changed\nexpected x as it was"
    )
    small = torch.tensor([[0.01, 0.02, 0.04], [5.0, 5.0, 5.0]])
    row = torch.tensor([[1.0, 2.0, 4.0], [0.1, 0.2, 0.4]])
    words = torch.tensor([[[-1.0, 2.0], [5.0, 3.0]], [[7.0, 7.5], [2.0, 8.0]]])
    maps = torch.tensor([[[1.0, 5.0], [2.0, 3.0], [9.0, 0.0]], [[7.0, 2.0], [7.5, 8.0], [4.0, 1]]])
    large = torch.tensor([[10000.0, 10001.0, 10002.0, 10003.0]])
    turned = torch.tensor([[1.0, 3.0], [2.0, 3.0], [4.0, 0.0]]).T
    pages, column = words[:, None], row[:, :1]
    both = row * torch.tensor([[1e12], [1e-12]])
    bare = attempt(3, eps=0.1, elementwise_affine=False)(row)
    cases = (
        (y, x, [3], 0.0, "Is x − μ divided by the root of the variance, which divides by D?"),
        (attempt(3)(small), small, [3], 1e-5, "No eps given: is it √(σ² + 1e-5) below the line?"),
        (attempt(3, eps=0.1)(row), row, [3], 0.1, "eps=0.1: is it √(σ² + 0.1) below the line?"),
        (bare, row, [3], 0.1, "elementwise_affine=False: is it √(σ² + 0.1) all the same?"),
        (attempt(2, eps=0.1)(words), words, [2], 0.1, "x is of (N, T, D). Is each position alone?"),
        (
            attempt((3, 2), eps=0.1)(maps),
            maps,
            [3, 2],
            0.1,
            "(3, 2): one mean, one variance, both axes?",
        ),
        (attempt(3, eps=0.1)(turned), turned, [3], 0.1, "Does it work on a transposed x?"),
        (attempt((2, 3), eps=0.1)(turned), turned, [2, 3], 0.1, "And over both of its axes?"),
        (attempt(3, eps=0.1)(row[0]), row[0], [3], 0.1, "x is of (D,). Is the result, too?"),
        (attempt(2, eps=0.1)(pages), pages, [2], 0.1, "x is of (N, 1, T, D). Does it work?"),
        (attempt(1)(column), column, [1], 1e-5, "x is of (N, 1). Is each x̂ 0?"),
        (attempt(3, eps=0.0)(both), both, [3], 0.0, "eps=0, tiny, large: is nothing added to σ²?"),
    )
    y = attempt(4)(large)
    for y_of_case, x, shape, eps, question in cases:
        expect(y_of_case, by_hand(x, shape, eps=eps), question)
    question = "Mean 10,000: is the variance the mean of the squares of x − μ?"
    expect(y, by_hand(large, [4]), question, tolerance=2e-3)


def test_weight_and_bias_are_saved_and_loaded_or_absent(attempt):
    x = torch.tensor([[1.0, 2.0, 4.0], [3.0, 3.0, 0.0]])
    weight, bias = torch.tensor([2.0, -1.0, 0.5]), torch.tensor([10.5, -20.0, 30.0])
    m = attempt((3,))
    expect_names(m, ["bias", "weight"], "Are weight and bias parameters, under these names?")
    expect(m.weight, torch.ones(3), "Does weight start at one for each feature?")
    expect(m.bias, torch.zeros(3), "Does bias start at zero for each feature?")
    dtypes = [str(parameter.dtype) for parameter in (m.weight, m.bias)]
    assert dtypes == ["torch.float32"] * 2, (
        "Do weight and bias have PyTorch's own dtype, float32?\n"
        f"received {dtypes}\nexpected {['torch.float32'] * 2}"
    )
    x_hat = m(x).detach()
    m.load_state_dict({"weight": weight, "bias": bias})
    expect(m(x), x_hat * weight + bias, "Do the loaded weight and bias change the result?")
    m = attempt((3,), bias=False)
    expect_names(m, ["weight"], "bias=False: does weight stay, and bias go?")
    assert m.bias is None, f"bias=False: is the attribute None?\nreceived {m.bias}\nexpected None"
    m.load_state_dict({"weight": weight})
    expect(m(x), x_hat * weight, "Is weight applied where there is no bias?")
    m = attempt((3,), elementwise_affine=False)
    expect_names(m, [], "elementwise_affine=False: are there no parameters at all?")
    pair = (m.weight, m.bias)
    assert pair == (None, None), (
        "elementwise_affine=False: are weight and bias None?\n"
        f"received {pair}\nexpected (None, None)"
    )
    expect(m(x), x_hat, "Does it normalize without parameters?")
    x = torch.tensor([[[1.0, 5.0], [2.0, 3.0], [9.0, 0.0]]])
    weight = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    m = attempt((3, 2))
    expect(m.weight, torch.ones(3, 2), "normalized_shape (3, 2): is that the shape of weight?")
    x_hat = m(x).detach()
    m.load_state_dict({"weight": weight, "bias": -weight})
    expect(m(x), x_hat * weight - weight, "normalized_shape (3, 2): are the parameters, too?")


def test_gradients_reach_x_and_weight_and_bias(attempt):
    x = torch.tensor([[[1.0, 2.0, 4.0]], [[3.0, 3.0, 0.0]]], requires_grad=True)
    weight, bias = torch.tensor([2.0, -1.0, 0.5]), torch.tensor([1.0, 2.0, 3.0])
    m = attempt((3,), eps=0.0)
    m.load_state_dict({"weight": weight, "bias": bias})
    y = m(x)
    y.sum().backward()
    received = m.weight.grad, m.bias.grad, x.grad
    expected = (
        slope(lambda weight: by_hand(x, [3], weight, bias, 0.0).sum(), weight),
        slope(lambda bias: by_hand(x, [3], weight, bias, 0.0).sum(), bias),
        slope(lambda x: by_hand(x, [3], weight, bias, 0.0).sum(), x),
    )
    questions = (
        "weight.grad: is it the sum of x̂ over all samples?",
        "bias.grad: is it the number of samples, 2 here?",
        "x.grad: does it run through the mean and the variance, too?",
    )
    for triple in zip(received, expected, questions, strict=True):
        expect(*triple)
    x = x.detach().requires_grad_()
    dy = torch.tensor([[[3.0, -1.0, 0.5]], [[-2.0, 4.0, 1.0]]])
    (m(x) * dy).sum().backward()
    expected = slope(lambda x: (by_hand(x, [3], weight, bias, 0.0) * dy).sum(), x)
    expect(x.grad, expected, "x.grad, of two unlike samples: does each use its own means?")
    x = torch.tensor([[5.0, 5.0, 5.0], [1.0, 2.0, 4.0]], requires_grad=True)
    (attempt(3)(x) * torch.tensor([1.0, -2.0, 0.5])).sum().backward()
    assert torch.isfinite(x.grad).all(), (
        "A constant row: is ε in the root before its slope is taken, and x.grad a number?\n"
        f"received {show(x.grad)}\nexpected six numbers"
    )
    x = torch.tensor([[[1.0], [3.0]], [[2.0], [0.0]]], requires_grad=True)
    dy = torch.tensor([[1.0, 3.0], [2.0, -1.0]]).T[..., None]
    (attempt(1)(x) * dy).sum().backward()
    question = "x is of (N, T, 1): x̂ is 0, whatever x is. Is x.grad 0?"
    expect(x.grad, torch.zeros(2, 2, 1), question)


def test_evaluation_and_other_dtypes_follow_the_same_formula(attempt):
    x = torch.tensor([[1.0, 3.0, 5.0], [5.0, -1.0, 1.0]])
    y = by_hand(x, [3], eps=0.0)
    m = attempt((3,), eps=0.0)
    m.train()
    m(10 * x + 1)
    m.eval()
    evaluated, half = m(x), m(x.half())
    kept = {str(parameter.dtype) for parameter in m.state_dict().values()}
    m.to(torch.float64)
    double = m(x.double() + 2**30)
    before = attempt((3,), eps=0.0)(x.double() + 2**30)
    bare = attempt((3,), eps=0.0, elementwise_affine=False)
    bare.eval()
    without, half_without = bare(x), bare(x.half())
    moved = attempt((3,), eps=0.0)
    moved.load_state_dict({name: value + 0.5 for name, value in moved.state_dict().items()})
    in_training = moved(x).detach()
    moved.eval()
    one = attempt(1)
    one.to(torch.float64)
    single = one(1e7 * x[:, :1].double())
    expect(evaluated, y, "After eval(): are the statistics still those of x?")
    expect(without, y, "After eval(), without parameters: is x normalized all the same?")
    question = "After eval(): are weight and bias, once they have moved, applied as before?"
    expect(moved(x), in_training, question)
    assert half.dtype == torch.float16, (
        "x is float16 and weight is float32. What is y?\n"
        f"received {half.dtype}\nexpected torch.float16"
    )
    assert half_without.dtype == torch.float16, (
        "x is float16, and there are no parameters. What is y?\n"
        f"received {half_without.dtype}\nexpected torch.float16"
    )
    expect(half, y, "Is a float16 x normalized?", tolerance=0.01)
    assert double.dtype == torch.float64, (
        f"After to(float64), what is y?\nreceived {double.dtype}\nexpected torch.float64"
    )
    expect(double, y, "float64, 2³⁰ added to x: is the mean removed, and nothing rounded before?")
    question = "x is float64, of mean 2³⁰, weight is float32. Do you compute in float64?"
    expect(before, y, question)
    assert kept <= {"torch.float32"}, (
        "After a float16 x: have weight and bias the dtype that they had?\n"
        f"received {sorted(kept)}\nexpected {['torch.float32']}"
    )
    question = "float64, a single feature of ten million: does the mean divide by 1 alone?"
    expect(single, torch.zeros(2, 1), question)
