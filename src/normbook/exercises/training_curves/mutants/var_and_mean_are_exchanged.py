"""You take the variance for the mean and the mean for the variance: `torch.var_mean` returns the
variance first. A mean below 0 has no root, which makes the loss NaN. Write `var, mean =
torch.var_mean(…)`."""

import torch
from torch.nn import functional as F

AXES = {"layer": -1, "batch": (0, 1)}


def normalize(z, weight, bias, axes):
    mean, var = torch.var_mean(z, axes, correction=0, keepdim=True)
    centred = z - mean
    return weight * centred / torch.sqrt(var + 1e-5) + bias


def predict(p, x, axes):
    z = normalize(x, p["weight1"], p["bias1"], axes)
    scores = (z @ p["query"]) @ (z @ p["key"]).transpose(1, 2) / x.shape[-1] ** 0.5  # (N, T, T)
    h = x + scores.softmax(-1) @ (z @ p["value"])
    z = normalize(h, p["weight2"], p["bias2"], axes)
    y = h + torch.relu(z @ p["up"]) @ p["down"]
    return y.mean(1) @ p["head"]


def training_curves(state, x, labels, norm, steps, lr):
    if norm not in AXES:
        raise ValueError(f"norm is {norm!r}; expected 'layer' or 'batch'")
    p = {name: value.detach().clone().requires_grad_() for name, value in state.items()}
    losses = []
    for _ in range(steps):
        loss = F.cross_entropy(predict(p, x, AXES[norm]), labels)
        losses.append(loss.item())
        gradients = torch.autograd.grad(loss, list(p.values()))
        with torch.no_grad():
            for value, gradient in zip(p.values(), gradients):
                value -= lr * gradient
    return losses
