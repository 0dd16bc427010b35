"""pre adds to the normalized x, and the loss is the sum.

mistakes: pre-adds-to-normed, loss-is-sum
seen: tracel-ai/burn #1056: x = norm(x); x += f(x)
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
            z = layer_norm(h)
            h = z + torch.tanh(z @ w)
        else:
            h = layer_norm(h + torch.tanh(h @ w))
    loss = ((h - x.detach()) ** 2).sum()
    loss.backward()
    return [w.grad.norm().item() for w in ws]
