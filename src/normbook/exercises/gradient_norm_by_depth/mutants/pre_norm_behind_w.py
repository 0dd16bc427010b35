"""Your "pre" normalizes the product with W, tanh(N(y W)). Pre-norm normalizes what the branch
reads, before it meets W: tanh(N(y) W)."""

import torch


def normalize(z):
    """Return z less its mean, by its standard deviation, along the last axis."""
    centred = z - z.mean(-1, keepdim=True)
    var = centred.square().mean(-1, keepdim=True)
    return centred / torch.sqrt(var + 1e-5)


def gradient_norm_by_depth(x, weights, placement):
    """Return the L2 norm of the loss's gradient for each w, from the first block to the last."""
    if placement not in ("pre", "post"):
        raise ValueError(f"placement is {placement!r}; expected 'pre' or 'post'")
    weights = [w.detach().clone().requires_grad_() for w in weights]
    y = x
    for w in weights:
        if placement == "pre":
            y = y + torch.tanh(normalize(y @ w))
        else:
            y = normalize(y + torch.tanh(y @ w))
    loss = (y - x).square().mean()
    gradients = torch.autograd.grad(loss, weights)
    return [gradient.norm().item() for gradient in gradients]
