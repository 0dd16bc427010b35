"""You take the root of σ + 1e-5, though `std` has already taken one. Divide by √(σ² + 1e-5), with
the variance."""

import torch


def normalize(z):
    centred = z - z.mean(-1, keepdim=True)
    std = z.std(-1, correction=0, keepdim=True)
    return centred / torch.sqrt(std + 1e-5)


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
