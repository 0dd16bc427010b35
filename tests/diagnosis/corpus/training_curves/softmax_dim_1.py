"""The softmax runs over the queries.

mistakes: softmax-over-queries
seen: a student of the third trial, 2026
"""

import math

import torch


def training_curves(state, x, labels, norm, steps, lr):
    """Return the loss before each step of gradient descent."""
    if norm not in ("layer", "batch"):
        raise ValueError(norm)
    p = {k: v.detach().clone().requires_grad_(True) for k, v in state.items()}

    def N(z, gamma, beta):
        dims = (-1,) if norm == "layer" else (0, 1)
        mu = z.mean(dims, keepdim=True)
        var = ((z - mu) ** 2).mean(dims, keepdim=True)
        return gamma * (z - mu) / torch.sqrt(var + 1e-5) + beta

    losses = []
    for _ in range(steps):
        z = N(x, p["weight1"], p["bias1"])
        scores = (z @ p["query"]) @ (z @ p["key"]).transpose(-2, -1) / math.sqrt(x.shape[-1])
        att = torch.softmax(scores, dim=1)
        h = x + att @ (z @ p["value"])
        y = h + torch.relu(N(h, p["weight2"], p["bias2"]) @ p["up"]) @ p["down"]
        logits = y.mean(dim=1) @ p["head"]
        loss = torch.nn.functional.cross_entropy(logits, labels)
        losses.append(loss.item())
        grads = torch.autograd.grad(loss, list(p.values()))
        with torch.no_grad():
            for v, g in zip(p.values(), grads):
                v -= lr * g
    return losses
