"""The sum of the squares is returned, not its root.

mistakes: not-the-square-root
seen: common error, e.g. (g**2).sum()
"""

import torch


def layer_norm(z):
    mean = z.mean(dim=-1, keepdim=True)
    var = z.var(dim=-1, keepdim=True, unbiased=False)
    return (z - mean) / torch.sqrt(var + 1e-5)


def gradient_norm_by_depth(x, weights, placement):
    if placement not in ("pre", "post"):
        raise ValueError(f"unknown placement {placement}")
    ws = [w.detach().clone().requires_grad_(True) for w in weights]
    h = x.detach()
    for w in ws:
        if placement == "pre":
            h = h + torch.tanh(layer_norm(h) @ w)
        else:
            h = layer_norm(h + torch.tanh(h @ w))
    loss = ((h - x.detach()) ** 2).mean()
    loss.backward()
    return [(w.grad**2).sum().item() for w in ws]
