"""The rows alias the parameter, and gradients accumulate.

mistakes: rows-alias-the-parameter, gradients-accumulate
seen: karpathy/micrograd #102: gradients not zeroed before they accumulate
"""

import torch


def affine_trajectory(state, batches, lr):
    params = {k: v.detach().clone().requires_grad_(True) for k, v in state.items()}
    weights = [params["weight"].data]
    biases = [params["bias"].data]
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
        weights.append(params["weight"].data)
        biases.append(params["bias"].data)
    return {"weight": torch.stack(weights), "bias": torch.stack(biases)}
