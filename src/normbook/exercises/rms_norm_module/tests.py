"""What an RMSNorm module must do. Small numbers, so that a wrong one shows."""

import math

import numpy as np
import torch


def one_sample(values, weight, eps):
    """Return RMSNorm of one sample, number by number."""
    mean_square = sum(value**2 for value in values) / len(values)
    return [
        w * value / math.sqrt(mean_square + eps) for value, w in zip(values, weight, strict=True)
    ]


def by_hand(x, shape, weight=None, eps=1e-6):
    """Return RMSNorm over the trailing axes of sizes ``shape``, in float64."""
    size = math.prod(shape)
    weight = [1.0] * size if weight is None else weight.flatten().tolist()
    samples = x.detach().double().reshape(-1, size).tolist()
    y = [one_sample(sample, weight, eps) for sample in samples]
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


def test_each_sample_is_divided_by_its_own_root_mean_square(attempt):
    x = torch.tensor([[1.0, 2.0, 4.0], [3.0, 0.0, 0.0], [2.0, -1.0, 5.0]])
    y = attempt((3,), eps=0.0)(x)
    assert attempt.changed == [], (
        "Does forward write into x, as `x /= …` does?\nreceived x changed\nexpected x as it was"
    )
    attempt((3,), eps=0.0)(x.double())
    assert attempt.changed == [], (
        "float64: does forward write into x, of which `x.double()` made no copy?\n"
        "received x changed\nexpected x as it was"
    )
    small = torch.tensor([[0.01, 0.02, 0.04], [0.0, 0.0, 0.0]])
    rows = torch.tensor([[1.0, 2.0, 4.0], [0.1, 0.2, 0.4]])
    words = torch.tensor([[[1.0, 2.0], [5.0, 3.0]], [[7.0, 7.5], [2.0, 8.0]]])
    maps = torch.tensor([[[1.0, 5.0], [2.0, 3.0], [9.0, 0.0]], [[7.0, 2.0], [7.5, 8.0], [4.0, 1]]])
    turned = torch.tensor([[1.0, 3.0], [2.0, 3.0], [4.0, 0.0]]).T
    pages, column = words[:, None], rows[:, :1]
    both = rows * torch.tensor([[1e12], [1e-12]])
    cases = (
        (y, x, [3], 0.0, "Is x divided by the root of the mean of x², and no more?"),
        (attempt(3)(small), small, [3], 1e-6, "No eps given: is it the mean of x² + 1e-6?"),
        (attempt(3, eps=0.1)(rows), rows, [3], 0.1, "eps=0.1: is it the mean of x² + 0.1?"),
        (attempt(2, eps=0.1)(words), words, [2], 0.1, "x is of (N, T, D). Is each position alone?"),
        (attempt((3, 2), eps=0.1)(maps), maps, [3, 2], 0.1, "(3, 2): one root over both axes?"),
        (
            attempt((2, 3, 2), eps=0.1)(maps[None]),
            maps[None],
            [2, 3, 2],
            0.1,
            "(2, 3, 2): over three?",
        ),
        (attempt(3, eps=0.1)(turned), turned, [3], 0.1, "Does it work on a transposed x?"),
        (attempt((2, 3), eps=0.1)(turned), turned, [2, 3], 0.1, "And over both of its axes?"),
        (attempt(3, eps=0.1)(rows[0]), rows[0], [3], 0.1, "x is of (D,). Is the result, too?"),
        (attempt(2, eps=0.1)(pages), pages, [2], 0.1, "x is of (N, 1, T, D). Does it work?"),
        (attempt(1, eps=0.1)(column), column, [1], 0.1, "x is of (N, 1). Is each x its own root?"),
        (attempt(3, eps=0.0)(both), both, [3], 0.0, "eps=0, tiny, large: is nothing added to x²?"),
    )
    for y_of_case, x, shape, eps, question in cases:
        expect(y_of_case, by_hand(x, shape, eps=eps), question)


def test_weight_is_the_only_parameter_and_starts_at_one(attempt):
    x = torch.tensor([[1.0, 2.0, 4.0], [3.0, 3.0, 0.0]])
    weight = torch.tensor([2.0, -1.0, 0.5])
    m = attempt((3,))
    expect_names(m, ["weight"], "Is weight a parameter of that name, and the only one?")
    expect(m.weight, torch.ones(3), "Does weight start at one for each feature?")
    assert m.weight.dtype == torch.float32, (
        f"Is weight of PyTorch's own dtype?\nreceived {m.weight.dtype}\nexpected torch.float32"
    )
    x_hat = m(x).detach()
    m.load_state_dict({"weight": weight})
    y = m(x).detach()
    m.eval()
    expect(y, weight * x_hat, "Does the loaded weight scale each feature?")
    expect(m(x), y, "After eval(): does the weight scale each feature as before?")
    x = torch.tensor([[[1.0, 5.0], [2.0, 3.0], [9.0, 0.0]]])
    weight = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    m = attempt((3, 2))
    question = "normalized_shape (3, 2): is weight of that shape, too?"
    expect(m.weight, torch.ones(3, 2), question)
    x_hat = m(x).detach()
    m.load_state_dict({"weight": weight})
    expect(m(x), weight * x_hat, question)


def test_gradients_reach_x_and_weight(attempt):
    x = torch.tensor([[[1.0, -2.0, -4.0]], [[0.3, 0.5, 0.1]]], requires_grad=True)
    m = attempt((3,), eps=0.0)
    plain = m(x.detach())
    y = m(x)
    y.sum().backward()
    received = m.weight.grad, x.grad
    expected = (
        slope(lambda weight: by_hand(x, [3], weight, 0.0).sum(), torch.ones(3)),
        slope(lambda x: by_hand(x, [3], eps=0.0).sum(), x),
    )
    questions = (
        "weight.grad is the sum of x̂ over all samples. Is weight a parameter, used as it is?",
        "x.grad: does it run through the root mean square, too?",
    )
    expect(y, plain.detach(), "Is the result the same where x asks for its gradient?")
    for triple in zip(received, expected, questions, strict=True):
        expect(*triple)
    x = torch.tensor([[[1.0], [-3.0]], [[2.0], [0.5]]], requires_grad=True)
    dy = torch.tensor([[1.0, 3.0], [2.0, -1.0]]).T[..., None]
    (attempt(1, eps=0.1)(x) * dy).sum().backward()
    expected = slope(lambda x: (by_hand(x, [1], eps=0.1) * dy).sum(), x)
    expect(x.grad, expected, "x.grad of (N, T, 1): does it run through the root of each x?")


def test_float16_is_squared_in_float32_and_scaled_after_the_cast(attempt):
    x = torch.tensor([[300.0, -600.0, 100.0, 0.0], [300.0, 0.0, 0.0, 0.0]]).half()
    m = attempt((4,))
    m.to(torch.float16)
    y = m(x)
    uneven = torch.tensor([[200.0, 4e-6, 200.0]]).half()
    steep = torch.tensor([1.0, 40000.0, 60000.0]).half()
    steepest = torch.tensor([1.0, 1e6, 1.0])
    m = attempt((3,))
    m.to(torch.float16)
    m.load_state_dict({"weight": steep})
    y_uneven = m(uneven)
    brain = torch.tensor([[-1.109375, 0.75, -2.953125, 1.765625]]).bfloat16()
    m = attempt((4,))
    m.to(torch.bfloat16)
    y_brain = m(brain)
    wide = torch.tensor([70000.0, 1.0, -3.0])  # 70,000 is infinite in float16
    narrow = torch.tensor([[1.0, 2.0, 4.0]]).half()
    m = attempt((3,))
    m.load_state_dict({"weight": wide})
    y_wide = m(narrow)
    m = attempt((3,))
    m.load_state_dict({"weight": steepest})
    y_lifted = m(uneven)
    m = attempt((3,))
    m.to(torch.float16)
    y_above = m(narrow.float())
    assert y.dtype == torch.float16, (
        f"x and weight are float16. What is y?\nreceived {y.dtype}\nexpected torch.float16"
    )
    question = "float16: 300² is over 65,504, the largest number. Do you square in float32?"
    expect(y, by_hand(x, [4]), question, tolerance=1e-3)
    question = "float16: 2.4e-8 is 0. Is the quotient taken in float32, and cast before it meets the weight?"
    expect(y_uneven, steep * by_hand(uneven, [3]).half(), question)
    question = "bfloat16 holds two digits. Are the squares and their mean in float32 there, too?"
    expect(y_brain, by_hand(brain, [4]).bfloat16(), question, tolerance=1e-3)
    question = "x is float16, and weight float32. Is y their product, cast to neither?"
    expect(y_wide, wide * by_hand(narrow, [3]).half(), question, tolerance=1e-3)
    assert y_wide.dtype == torch.float32, (
        f"{question}\nreceived {y_wide.dtype}\nexpected torch.float32"
    )
    question = (
        "x is float16, weight float32 and 10⁶: is x̂ cast to float16 there, too, where 2.4e-8 is 0?"
    )
    expect(y_lifted, steepest * by_hand(uneven, [3]).half(), question, tolerance=1e-3)
    question = "x is float32, and weight float16. Is x̂ left in float32, the dtype of x?"
    assert y_above.dtype == torch.float32, (
        f"{question}\nreceived {y_above.dtype}\nexpected torch.float32"
    )
    expect(y_above, by_hand(narrow, [3]), question)
