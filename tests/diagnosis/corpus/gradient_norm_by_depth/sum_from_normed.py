"""The loss is a sum, and the shortcut carries the normed y.

mistakes: loss-is-sum, pre-adds-to-normed
seen: a student of the third trial, 2026
"""

import torch


def layer_norm(h):
    mu = h.mean(dim=-1, keepdim=True)
    var = h.var(dim=-1, keepdim=True, correction=0)
    return (h - mu) / torch.sqrt(var + 1e-5)


def gradient_norm_by_depth(x, weights, placement):
    if placement != "pre" and placement != "post":
        raise ValueError("placement")
    weights = [w.detach().clone().requires_grad_(True) for w in weights]
    y = x
    for w in weights:
        if placement == "pre":
            y = layer_norm(y)
            y = y + torch.tanh(y @ w)
        else:
            y = layer_norm(y + torch.tanh(y @ w))
    loss = ((y - x) ** 2).sum()
    grads = torch.autograd.grad(loss, weights)
    return [float(torch.linalg.norm(g)) for g in grads]
