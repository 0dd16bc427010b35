"""You use a leaky ReLU, which lets a hundredth of what is below 0 through. The task says relu, which
lets nothing of it through."""

import torch


def predict(p, x):
    z = x @ p["w1"] + p["b1"]
    centred = z - z.mean(-1, keepdim=True)
    var = centred.square().mean(-1, keepdim=True)
    z_hat = centred / torch.sqrt(var + 1e-5)
    hidden = torch.nn.functional.leaky_relu(p["weight"] * z_hat + p["bias"])
    return hidden @ p["w2"] + p["b2"]


def affine_trajectory(state, batches, lr):
    p = {name: value.detach().clone().requires_grad_() for name, value in state.items()}
    rows = {name: [p[name].detach().clone()] for name in ("weight", "bias")}
    for x, target in batches:
        loss = (predict(p, x) - target).square().mean()
        gradients = torch.autograd.grad(loss, list(p.values()))
        with torch.no_grad():
            for value, gradient in zip(p.values(), gradients):
                value -= lr * gradient
        for name in rows:
            rows[name].append(p[name].detach().clone())
    return {name: torch.stack(rows[name]) for name in rows}
