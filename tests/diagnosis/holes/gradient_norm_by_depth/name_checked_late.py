"""Another placement is refused only where there is a weight: the check stands in the loop.

mistakes: name-checked-in-the-loop
seen: common error, e.g. the error raised in the last branch of the loop
witness: gradient_norm_by_depth(torch.ones(1, 2), [], 'neither')
"""

import torch


def normalize(z):
    mean = z.mean(dim=-1, keepdim=True)
    var = z.var(dim=-1, keepdim=True, unbiased=False)
    return (z - mean) / torch.sqrt(var + 1e-5)


def gradient_norm_by_depth(x, weights, placement):
    ws = [w.detach().clone().requires_grad_(True) for w in weights]
    if not ws:
        return []
    y = x
    for w in ws:
        if placement == "pre":
            y = y + torch.tanh(normalize(y) @ w)
        elif placement == "post":
            y = normalize(y + torch.tanh(y @ w))
        else:
            raise ValueError(placement)
    grads = torch.autograd.grad(((y - x) ** 2).mean(), ws)
    return [g.norm().item() for g in grads]
