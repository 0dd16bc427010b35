"""D - 1, any name, and tensors.

mistakes: divides-by-d-minus-1, other-names-accepted, tensors-not-floats
seen: pytorch/pytorch #84356: LayerNorm by hand, with torch.std
"""

import torch


def layer_norm(z):
    mean = z.mean(dim=-1, keepdim=True)
    var = z.var(dim=-1, keepdim=True)
    return (z - mean) / torch.sqrt(var + 1e-5)


def gradient_norm_by_depth(x, weights, placement):
    ws = [w.detach().clone().requires_grad_(True) for w in weights]
    h = x.detach()
    for w in ws:
        if placement == "pre":
            h = h + torch.tanh(layer_norm(h) @ w)
        else:
            h = layer_norm(h + torch.tanh(h @ w))
    loss = ((h - x.detach()) ** 2).mean()
    loss.backward()
    return [w.grad.norm() for w in ws]
