"""You have each "pre" block read x, so that only the last one reaches the loss: the `grad` of the others
is None. Each block reads what the one before has made: y = y + tanh(normalize(y) W)."""

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
            y = x + torch.tanh(normalize(x) @ w)
        else:
            y = normalize(y + torch.tanh(y @ w))
    loss = (y - x).square().mean()
    loss.backward()
    return [w.grad.norm().item() for w in weights]
