"""z.std without eps.

mistakes: divides-by-n-minus-1, eps-forgotten
seen: a student of the book, who knew none of the tests
"""

import torch
from torch.nn.functional import cross_entropy


def training_curves(state, x, labels, norm, steps, lr):
    if norm not in ("layer", "batch"):
        raise ValueError(norm)
    dims = -1 if norm == "layer" else (0, 1)
    p = {k: v.detach().clone().requires_grad_(True) for k, v in state.items()}
    x = x.detach()

    def N(z, w, b):
        return w * (z - z.mean(dims, keepdim=True)) / z.std(dims, keepdim=True) + b

    losses = []
    for _ in range(steps):
        with torch.enable_grad():
            z = N(x, p["weight1"], p["bias1"])
            a = ((z @ p["query"]) @ (z @ p["key"]).transpose(1, 2) / x.shape[-1] ** 0.5).softmax(-1)
            h = x + a @ (z @ p["value"])
            y = h + torch.relu(N(h, p["weight2"], p["bias2"]) @ p["up"]) @ p["down"]
            loss = cross_entropy(y.mean(1) @ p["head"], labels)
            grads = torch.autograd.grad(loss, list(p.values()))
        losses.append(loss.item())
        with torch.no_grad():
            for v, g in zip(p.values(), grads):
                v -= lr * g
    return losses
