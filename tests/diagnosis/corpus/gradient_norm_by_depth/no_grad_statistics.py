"""The statistics are taken without a graph.

mistakes: statistics-detached
seen: a student of the third trial, 2026
"""

import torch


def gradient_norm_by_depth(x, weights, placement):
    """Return the L2 norm of the loss's gradient for each w."""
    if placement not in ("pre", "post"):
        raise ValueError(placement)

    def N(h):
        with torch.no_grad():
            mu = h.mean(-1, keepdim=True)
            std = torch.sqrt(h.var(-1, unbiased=False, keepdim=True) + 1e-5)
        return (h - mu) / std

    x = x.detach()
    ws = [w.detach().clone().requires_grad_() for w in weights]
    y = x
    for w in ws:
        if placement == "pre":
            y = y + torch.tanh(N(y) @ w)
        else:
            y = N(y + torch.tanh(y @ w))
    loss = ((y - x) ** 2).mean()
    loss.backward()
    return [w.grad.norm().item() for w in ws]
