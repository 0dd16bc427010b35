"""The gradient of each input of a block.

mistakes: gradient-of-inputs
seen: a student of the book, who knew none of the tests
"""

import torch


def layer_norm(t):
    mu = t.mean(dim=-1, keepdim=True)
    var = t.var(dim=-1, unbiased=False, keepdim=True)
    return (t - mu) / torch.sqrt(var + 1e-5)


def gradient_norm_by_depth(x, weights, placement):
    if placement not in ("pre", "post"):
        raise ValueError(f"unknown placement: {placement}")
    x = x.detach()
    leaves = [w.detach().clone().requires_grad_(True) for w in weights]
    y = x.clone().requires_grad_(True)
    ins = []
    with torch.enable_grad():
        for w in leaves:
            y.retain_grad()
            ins.append(y)
            if placement == "pre":
                y = y + torch.tanh(layer_norm(y) @ w)
            else:
                y = layer_norm(y + torch.tanh(y @ w))
        loss = (y - x).pow(2).mean()
        loss.backward()
    return [h.grad.norm().item() for h in ins]
