"""D - 1, and gradients accumulate.

mistakes: divides-by-d-minus-1, gradients-accumulate
seen: a student of the third trial, 2026
"""

import torch


def forward(p, x):
    z = x @ p["w1"] + p["b1"]
    mu = z.mean(dim=-1, keepdim=True)
    var = z.var(dim=-1, keepdim=True)
    zhat = (z - mu) / torch.sqrt(var + 1e-5)
    return torch.relu(p["weight"] * zhat + p["bias"]) @ p["w2"] + p["b2"]


def affine_trajectory(state, batches, lr):
    params = {name: t.clone().detach().requires_grad_(True) for name, t in state.items()}
    history = {
        "weight": [state["weight"].detach().clone()],
        "bias": [state["bias"].detach().clone()],
    }
    for x, target in batches:
        loss = (forward(params, x) - target).pow(2).mean()
        loss.backward()
        with torch.no_grad():
            for t in params.values():
                t -= lr * t.grad
        for name in history:
            history[name].append(params[name].detach().clone())
    return {name: torch.stack(rows) for name, rows in history.items()}
