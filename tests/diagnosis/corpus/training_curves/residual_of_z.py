"""The first residual takes the normalized x.

mistakes: residual-from-normed
seen: Howuhh/faster-trajectory-transformer #3: norm_x + attn(norm_x)
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
        h = z + torch.softmax(scores, dim=-1) @ v
        z2 = norm_of(h, p["weight2"], p["bias2"], norm)
        y = h + torch.relu(z2 @ p["up"]) @ p["down"]
        logits = y.mean(dim=1) @ p["head"]
        loss = torch.nn.functional.cross_entropy(logits, labels)
        losses.append(loss.item())
        for param in p.values():
            param.grad = None
        loss.backward()
        with torch.no_grad():
            for param in p.values():
                param -= lr * param.grad
    return losses
