"""t.std without eps.

mistakes: divides-by-d-minus-1, no-eps
seen: a student of the book, who knew none of the tests
"""

import torch


def layer_norm(t):
    mu = t.mean(dim=-1, keepdim=True)
    var = t.var(dim=-1, unbiased=False, keepdim=True)
    return (t - mu) / t.std(dim=-1, keepdim=True)


def gradient_norm_by_depth(x, weights, placement):
    if placement not in ("pre", "post"):
        raise ValueError(f"unknown placement: {placement}")
    x = x.detach()
    leaves = [w.detach().clone().requires_grad_(True) for w in weights]
    y = x
    with torch.enable_grad():
        for w in leaves:
            if placement == "pre":
                y = y + torch.tanh(layer_norm(y) @ w)
            else:
                y = layer_norm(y + torch.tanh(y @ w))
        loss = (y - x).pow(2).mean()
        loss.backward()
    return [w.grad.norm().item() for w in leaves]
