"""You build the pre-norm block whatever `placement` says. For "post" the norm stands behind the
sum, N(x + tanh(xW))."""

import torch


def normalize(z):
    centred = z - z.mean(-1, keepdim=True)
    var = centred.square().mean(-1, keepdim=True)
    return centred / torch.sqrt(var + 1e-5)


def gradient_norm_by_depth(x, weights, placement):
    if placement not in ("pre", "post"):
        raise ValueError(f"placement is {placement!r}; expected 'pre' or 'post'")
    weights = [w.detach().clone().requires_grad_() for w in weights]
    y = x
    for w in weights:
        y = y + torch.tanh(normalize(y) @ w)
    loss = (y - x).square().mean()
    gradients = torch.autograd.grad(loss, weights)
    return [gradient.norm().item() for gradient in gradients]
