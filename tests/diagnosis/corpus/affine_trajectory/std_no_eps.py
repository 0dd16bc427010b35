"""z.std without eps.

mistakes: divides-by-d-minus-1, eps-forgotten
seen: a student of the book, who knew none of the tests
"""

import torch
from torch.nn.functional import mse_loss


def forward(p, x):
    z = x @ p["w1"] + p["b1"]
    mu = z.mean(dim=-1, keepdim=True)
    var = z.var(dim=-1, correction=0, keepdim=True)
    z_hat = (z - mu) / z.std(dim=-1, keepdim=True)
    return torch.relu(p["weight"] * z_hat + p["bias"]) @ p["w2"] + p["b2"]


def affine_trajectory(state, batches, lr):
    p = {k: v.detach().clone().requires_grad_(True) for k, v in state.items()}
    weights = [p["weight"].detach().clone()]
    biases = [p["bias"].detach().clone()]
    for x, target in batches:
        with torch.enable_grad():
            loss = mse_loss(forward(p, x), target)
        for v in p.values():
            v.grad = None
        loss.backward()
        with torch.no_grad():
            for v in p.values():
                v -= lr * v.grad
        weights.append(p["weight"].detach().clone())
        biases.append(p["bias"].detach().clone())
    return {"weight": torch.stack(weights), "bias": torch.stack(biases)}
