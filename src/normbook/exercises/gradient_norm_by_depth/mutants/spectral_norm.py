"""You return the largest singular value: that is what `torch.linalg.norm(gradient, 2)` means for a
matrix. For the root of the sum of squares, use `gradient.norm()` or `torch.linalg.vector_norm`."""

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
        if placement == "pre":
            y = y + torch.tanh(normalize(y) @ w)
        else:
            y = normalize(y + torch.tanh(y @ w))
    loss = (y - x).square().mean()
    gradients = torch.autograd.grad(loss, weights)
    return [torch.linalg.norm(gradient, 2).item() for gradient in gradients]
