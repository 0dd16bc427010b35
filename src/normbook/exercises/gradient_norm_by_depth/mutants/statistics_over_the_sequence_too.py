"""You take the statistics over all axes but the first. For x of (N, T, D) every position has its
own mean and variance, over the last axis alone."""

import torch


def normalize(z):
    centred = z - z.mean(tuple(range(1, z.dim())), keepdim=True)
    var = centred.square().mean(tuple(range(1, z.dim())), keepdim=True)
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
