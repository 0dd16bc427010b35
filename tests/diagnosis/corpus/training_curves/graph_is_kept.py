"""The losses are kept as they come, with their graph.

mistakes: tensors-not-floats
seen: a student's attempt, said anew
"""

import torch


def norm_of(z, weight, bias, norm):
    dims = (0, 1) if norm == "batch" else -1
    mean = z.mean(dims, keepdim=True)
    var = z.var(dims, keepdim=True, unbiased=False)
    return weight * (z - mean) / torch.sqrt(var + 1e-5) + bias


def training_curves(state, x, labels, norm, steps, lr):
    if norm not in ("layer", "batch"):
        raise ValueError(norm)
    p = {k: v.detach().clone().requires_grad_() for k, v in state.items()}
    losses = []
    for _ in range(steps):
        z = norm_of(x, p["weight1"], p["bias1"], norm)
        q, k, v = z @ p["query"], z @ p["key"], z @ p["value"]
        scores = q @ k.transpose(-2, -1) / x.shape[-1] ** 0.5
        h = x + torch.softmax(scores, dim=-1) @ v
        z2 = norm_of(h, p["weight2"], p["bias2"], norm)
        y = h + torch.relu(z2 @ p["up"]) @ p["down"]
        logits = y.mean(dim=1) @ p["head"]
        loss = torch.nn.functional.cross_entropy(logits, labels)
        losses += [loss]
        grads = torch.autograd.grad(loss, tuple(p.values()))
        with torch.no_grad():
            for param, grad in zip(p.values(), grads):
                param.sub_(lr * grad)
    return losses
