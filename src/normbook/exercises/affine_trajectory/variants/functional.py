"""`torch.func.grad` on a dict, a new dict each step, loops over the samples, float64 inside."""

import torch
from torch.func import grad


def loss(p, x, target):
    total = 0
    for row, goal in zip(x, target):
        z = torch.einsum("f,fd->d", row, p["w1"]) + p["b1"]
        mean = z.sum() / len(z)
        var = torch.dot(z - mean, z - mean) / len(z)
        hidden = torch.relu(p["weight"] * (z - mean) * (var + 1e-5) ** -0.5 + p["bias"])
        total = total + (hidden @ p["w2"] + p["b2"] - goal).pow(2).sum()
    return total / target.numel()


def affine_trajectory(state, batches, lr):
    steps = [{name: value.detach().double() for name, value in state.items()}]
    for x, target in batches:
        slopes = grad(loss)(steps[-1], x.double(), target.double())
        steps.append({name: value - lr * slopes[name] for name, value in steps[-1].items()})
    return {
        name: torch.stack([step[name] for step in steps]).to(state[name].dtype)
        for name in ("weight", "bias")
    }
