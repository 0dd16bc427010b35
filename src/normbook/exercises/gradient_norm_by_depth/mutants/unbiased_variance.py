"""Your variance divides by D − 1, the default of PyTorch's `var` and `std`. LayerNorm divides by D:
pass `correction=0`."""

import torch


def normalize(z):
    centred = z - z.mean(-1, keepdim=True)
    var = z.var(-1, keepdim=True)
    return centred / torch.sqrt(var + 1e-5)


def gradient_norm_by_depth(x, weights, placement):
    if placement not in ("pre", "post"):
        raise ValueError(f"placement is {placement!r}; expected 'pre' or 'post'")
    weights = [w.detach().clone().requires_grad_() for w in weights]
    y = x
    for w in weights:
        if placement == "pre":
            y = y + torch.tanh(normalize(y) @ w)
        else:
            y = normalize(y + torch.tanh(y @ w))
    loss = (y - x).square().mean()
    gradients = torch.autograd.grad(loss, weights)
    return [gradient.norm().item() for gradient in gradients]
