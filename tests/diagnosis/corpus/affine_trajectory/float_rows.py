"""The rows go through Python lists and come back as float32.

mistakes: dtype-lost
seen: common error, e.g. torch.tensor(list of lists)
"""

import torch


def affine_trajectory(state, batches, lr):
    params = {k: v.detach().clone().requires_grad_(True) for k, v in state.items()}
    weights = [params["weight"].tolist()]
    biases = [params["bias"].tolist()]
    for x, target in batches:
        z = x @ params["w1"] + params["b1"]
        mean = z.mean(dim=1, keepdim=True)
        var = z.var(dim=1, keepdim=True, unbiased=False)
        z_hat = (z - mean) / torch.sqrt(var + 1e-5)
        y = torch.relu(params["weight"] * z_hat + params["bias"]) @ params["w2"] + params["b2"]
        loss = ((y - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in params.values():
                p -= lr * p.grad
                p.grad.zero_()
        weights.append(params["weight"].tolist())
        biases.append(params["bias"].tolist())
    return {"weight": torch.tensor(weights), "bias": torch.tensor(biases)}
