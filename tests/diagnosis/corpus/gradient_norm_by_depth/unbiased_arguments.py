"""D - 1, and the caller's weights are asked for gradients.

mistakes: divides-by-d-minus-1, arguments-changed
seen: pytorch/pytorch #84356: LayerNorm by hand, with torch.std
"""

import torch


def layer_norm(z):
    mean = z.mean(dim=-1, keepdim=True)
    var = z.var(dim=-1, keepdim=True)
    return (z - mean) / torch.sqrt(var + 1e-5)


def gradient_norm_by_depth(x, weights, placement):
    if placement not in ("pre", "post"):
        raise ValueError(f"unknown placement {placement}")
    ws = [w.requires_grad_() for w in weights]
    h = x.detach()
    for w in ws:
        if placement == "pre":
            h = h + torch.tanh(layer_norm(h) @ w)
        else:
            h = layer_norm(h + torch.tanh(h @ w))
    loss = ((h - x.detach()) ** 2).mean()
    grads = torch.autograd.grad(loss, ws)
    return [g.norm().item() for g in grads]
