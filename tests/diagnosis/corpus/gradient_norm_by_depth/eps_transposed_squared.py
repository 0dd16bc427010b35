"""eps outside the root, W transposed, and the square of the norm.

mistakes: eps-outside-root, weight-transposed, not-the-square-root
seen: a student of the book, who knew none of the tests
"""

import torch


def layer_norm(t):
    mu = t.mean(dim=-1, keepdim=True)
    var = t.var(dim=-1, unbiased=False, keepdim=True)
    return (t - mu) / (torch.sqrt(var) + 1e-5)


def gradient_norm_by_depth(x, weights, placement):
    if placement not in ("pre", "post"):
        raise ValueError(f"unknown placement: {placement}")
    x = x.detach()
    leaves = [w.detach().clone().requires_grad_(True) for w in weights]
    y = x
    with torch.enable_grad():
        for w in leaves:
            if placement == "pre":
                y = y + torch.tanh(layer_norm(y) @ w.T)
            else:
                y = layer_norm(y + torch.tanh(y @ w.T))
        loss = (y - x).pow(2).mean()
        loss.backward()
    return [float((w.grad**2).sum()) for w in leaves]
