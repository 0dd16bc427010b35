"""You leave `w2` as it is. All six tensors take each step, and from the second batch on γ and β feel
it."""

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
    rows = {name: [p[name].detach().clone()] for name in ("weight", "bias")}
    for x, target in batches:
        loss = (predict(p, x) - target).square().mean()
        gradients = torch.autograd.grad(loss, list(p.values()))
        with torch.no_grad():
            for (name, value), gradient in zip(p.items(), gradients):
                if name != "w2":
                    value -= lr * gradient
        for name in rows:
            rows[name].append(p[name].detach().clone())
    return {name: torch.stack(rows[name]) for name in rows}
