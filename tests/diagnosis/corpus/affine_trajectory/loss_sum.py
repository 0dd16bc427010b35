"""The loss is the sum over all entries.

mistakes: loss-is-sum
seen: common error, e.g. .sum()
"""

import torch


def affine_trajectory(state, batches, lr):
    params = {k: v.detach().clone().requires_grad_(True) for k, v in state.items()}
    weights = [params["weight"].detach().clone()]
    biases = [params["bias"].detach().clone()]
    for x, target in batches:
        z = x @ params["w1"] + params["b1"]
        mean = z.mean(dim=1, keepdim=True)
        var = z.var(dim=1, keepdim=True, unbiased=False)
        z_hat = (z - mean) / torch.sqrt(var + 1e-5)
        y = torch.relu(params["weight"] * z_hat + params["bias"]) @ params["w2"] + params["b2"]
        loss = ((y - target) ** 2).sum()
        loss.backward()
        with torch.no_grad():
            for p in params.values():
                p -= lr * p.grad
                p.grad.zero_()
        weights.append(params["weight"].detach().clone())
        biases.append(params["bias"].detach().clone())
    return {"weight": torch.stack(weights), "bias": torch.stack(biases)}
