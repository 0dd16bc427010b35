"""Unbiased variance, from the last to the first.

mistakes: divides-by-d-minus-1, order-reversed
seen: a student of the book, who knew none of the tests
"""

import torch


def ln(h, eps=1e-5):
    return (h - h.mean(dim=-1, keepdim=True)) / (h.var(dim=-1, keepdim=True) + eps).sqrt()


def gradient_norm_by_depth(x, weights, placement):
    if placement != "pre" and placement != "post":
        raise ValueError("placement must be 'pre' or 'post'")
    params = [torch.nn.Parameter(w.detach().clone()) for w in weights]
    start = x.detach().clone()
    y = start
    for p in params:
        y = y + torch.tanh(ln(y) @ p) if placement == "pre" else ln(y + torch.tanh(y @ p))
    torch.nn.functional.mse_loss(y, start).backward()
    norms = []
    for p in reversed(params):
        norms.append(float(p.grad.square().sum().sqrt()))
    return norms
