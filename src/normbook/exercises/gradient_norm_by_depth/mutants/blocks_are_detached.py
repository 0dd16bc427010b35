"""You cut the graph between the blocks, with `detach` or `.data`: no gradient reaches the earlier ones,
and their `grad` is None. Let y run on from block to block as it is."""

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
        y = y.detach()
        if placement == "pre":
            y = y + torch.tanh(normalize(y) @ w)
        else:
            y = normalize(y + torch.tanh(y @ w))
    loss = (y - x).square().mean()
    loss.backward()
    return [w.grad.norm().item() for w in weights]
