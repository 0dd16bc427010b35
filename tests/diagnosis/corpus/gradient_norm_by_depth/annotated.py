"""D - 1, and eps outside the root.

mistakes: divides-by-d-minus-1, eps-outside-root
seen: harvardnlp/annotated-transformer #119, #122: std(-1) + eps
"""

import torch


def layer_norm(z):
    mean = z.mean(dim=-1, keepdim=True)
    std = z.std(dim=-1, keepdim=True)
    return (z - mean) / (std + 1e-5)


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
    return [w.grad.norm().item() for w in ws]
