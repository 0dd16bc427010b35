"""You keep each row before its step, so that what the last batch did is missing. Row t is what the
first t batches made of the start: the last batch has a row, too."""

import torch


def predict(p, x):
    z = x @ p["w1"] + p["b1"]
    centred = z - z.mean(-1, keepdim=True)
    var = centred.square().mean(-1, keepdim=True)
    z_hat = centred / torch.sqrt(var + 1e-5)
    hidden = torch.relu(p["weight"] * z_hat + p["bias"])
    return hidden @ p["w2"] + p["b2"]


def affine_trajectory(state, batches, lr):
    p = {name: value.detach().clone().requires_grad_() for name, value in state.items()}
    rows = {"weight": [], "bias": []}
    for x, target in batches:
        loss = (predict(p, x) - target).square().mean()
        gradients = torch.autograd.grad(loss, list(p.values()))
        for name in rows:
            rows[name].append(p[name].detach().clone())
        with torch.no_grad():
            for value, gradient in zip(p.values(), gradients):
                value -= lr * gradient
    return {name: torch.stack(rows[name]) for name in rows}
