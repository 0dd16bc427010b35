"""Any name is accepted, and the statistics are detached.

mistakes: other-names-accepted, statistics-detached
seen: common error, e.g. with torch.no_grad() in the norm
"""

import torch


def layer_norm(z):
    with torch.no_grad():
        mean = z.mean(-1, keepdim=True)
        var = ((z - mean) ** 2).mean(-1, keepdim=True)
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
    return [w.grad.norm().item() for w in ws]
