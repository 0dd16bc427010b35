"""Loops over sequences and positions, lists instead of axes, and a new dict each step."""

import math

import torch


def normalized(rows, norm):
    """Return a list of (T, D) tensors, normalized one group at a time."""
    every = torch.cat(rows)
    if norm == "batch":
        mean = sum(every) / len(every)
        var = sum((row - mean) ** 2 for row in every) / len(every)
        return [(row - mean) * (var + 1e-5) ** -0.5 for row in rows]
    out = []
    for sequence in rows:
        var, mean = torch.var_mean(sequence, dim=1, correction=0, keepdim=True)
        out.append((sequence - mean) * (var + 1e-5).rsqrt())
    return out


def loss_of(p, x, labels, norm):
    z = [v * p["weight1"] + p["bias1"] for v in normalized(list(x), norm)]
    hidden = []
    for into, v in zip(x, z):
        rows = []
        for t in range(len(v)):
            scores = (v @ p["key"]) @ (v[t] @ p["query"]) / math.sqrt(v.shape[1])
            share = torch.exp(scores - scores.max())
            rows.append(into[t] + (share / share.sum()) @ (v @ p["value"]))
        hidden.append(torch.stack(rows))
    z = [v * p["weight2"] + p["bias2"] for v in normalized(hidden, norm)]
    total = 0
    for h, v, label in zip(hidden, z, labels.tolist()):
        y = h + (v @ p["up"]).clamp(min=0) @ p["down"]
        logits = (y @ p["head"]).mean(dim=0)
        total = total + torch.logsumexp(logits, dim=0) - logits[label]
    return total / len(x)


def training_curves(state, x, labels, norm, steps, lr):
    if norm not in {"batch", "layer"}:
        raise ValueError(f"unknown norm {norm}")
    losses, p = [], dict(state)
    for _ in range(steps):
        p = {name: value.detach().clone().requires_grad_() for name, value in p.items()}
        loss = loss_of(p, x, labels, norm)
        loss.backward()
        losses.append(loss.item())
        p = {name: value - lr * value.grad for name, value in p.items()}
    return losses
