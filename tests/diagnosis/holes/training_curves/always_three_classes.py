"""There are always three classes."""

import torch

AXES = {"layer": -1, "batch": (0, 1)}


def normalize(z, weight, bias, axes):
    """Return z (N, T, D) normalized over the axes, scaled and shifted."""
    centred = z - z.mean(axes, keepdim=True)
    var = centred.square().mean(axes, keepdim=True)
    return weight * centred / torch.sqrt(var + 1e-5) + bias


def predict(p, x, axes):
    """Return the logits (N, K) of x (N, T, D)."""
    z = normalize(x, p["weight1"], p["bias1"], axes)
    scores = (z @ p["query"]) @ (z @ p["key"]).transpose(1, 2) / x.shape[-1] ** 0.5  # (N, T, T)
    h = x + scores.softmax(-1) @ (z @ p["value"])
    z = normalize(h, p["weight2"], p["bias2"], axes)
    y = h + torch.relu(z @ p["up"]) @ p["down"]
    return y.mean(1) @ p["head"]


def training_curves(state, x, labels, norm, steps, lr):
    """Return the loss before each step of gradient descent."""
    if norm not in AXES:
        raise ValueError(f"norm is {norm!r}; expected 'layer' or 'batch'")
    p = {name: value.detach().clone().requires_grad_() for name, value in state.items()}
    losses = []
    for _ in range(steps):
        logits = predict(p, x, AXES[norm])
        loss = -(torch.eye(3, dtype=x.dtype)[labels] * logits.log_softmax(-1)).sum(-1).mean()
        losses.append(loss.item())
        gradients = torch.autograd.grad(loss, list(p.values()))
        with torch.no_grad():
            for value, gradient in zip(p.values(), gradients):
                value -= lr * gradient
    return losses
