"""Softmax over the queries, any other name is batch, and the logarithm of the softmax.

mistakes: softmax-over-queries, other-names-accepted, log-of-zero
seen: a student of the book, who knew none of the tests
"""

import torch
import torch.nn.functional as F


def training_curves(state, x, labels, norm, steps, lr):
    if norm == "layer":
        dims = (-1,)
    else:
        dims = (0, 1)
    p = {k: v.detach().clone().requires_grad_() for k, v in state.items()}
    D = x.shape[-1]

    def normalize(z, w, b):
        m = z.mean(dims, keepdim=True)
        v = ((z - m) ** 2).mean(dims, keepdim=True)
        return w * (z - m) / torch.sqrt(v + 1e-5) + b

    losses = []
    for _ in range(steps):
        z = normalize(x, p["weight1"], p["bias1"])
        att = torch.softmax((z @ p["query"]) @ (z @ p["key"]).transpose(1, 2) / D**0.5, dim=1)
        h = x + att @ (z @ p["value"])
        y = h + torch.relu(normalize(h, p["weight2"], p["bias2"]) @ p["up"]) @ p["down"]
        probs = torch.softmax(y.mean(1) @ p["head"], dim=-1)
        loss = F.nll_loss(torch.log(probs), labels)
        grads = torch.autograd.grad(loss, list(p.values()))
        with torch.no_grad():
            for t, g in zip(p.values(), grads):
                t -= lr * g
        losses.append(loss.item())
    return losses
