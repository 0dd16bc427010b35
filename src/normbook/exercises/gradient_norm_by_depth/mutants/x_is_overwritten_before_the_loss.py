"""You use the name `x` for the running value, so that at the loss your x is y, the difference is 0,
and every gradient is 0. Keep the argument under a name of its own."""

import torch


def normalize(z):
    centred = z - z.mean(-1, keepdim=True)
    var = centred.square().mean(-1, keepdim=True)
    return centred / torch.sqrt(var + 1e-5)


def gradient_norm_by_depth(x, weights, placement):
    if placement not in ("pre", "post"):
        raise ValueError(f"placement is {placement!r}; expected 'pre' or 'post'")
    weights = [w.detach().clone().requires_grad_() for w in weights]
    for w in weights:
        if placement == "pre":
            x = x + torch.tanh(normalize(x) @ w)
        else:
            x = normalize(x + torch.tanh(x @ w))
    y = x
    loss = (y - x).square().mean()
    gradients = torch.autograd.grad(loss, weights)
    return [gradient.norm().item() for gradient in gradients]
