"""You copy the state with `clone()` alone: where the caller's tensors require gradients, a clone is
no leaf of the graph, and its `grad` stays None. Cut each copy from them first, with
`detach().clone().requires_grad_()`."""

import torch


def predict(p, x):
    z = x @ p["w1"] + p["b1"]
    centred = z - z.mean(-1, keepdim=True)
    var = centred.square().mean(-1, keepdim=True)
    z_hat = centred / torch.sqrt(var + 1e-5)
    hidden = torch.relu(p["weight"] * z_hat + p["bias"])
    return hidden @ p["w2"] + p["b2"]


def affine_trajectory(state, batches, lr):
    p = {name: value.clone().requires_grad_() for name, value in state.items()}
    rows = {name: [p[name].detach().clone()] for name in ("weight", "bias")}
    for x, target in batches:
        loss = (predict(p, x) - target).square().mean()
        loss.backward()
        with torch.no_grad():
            for value in p.values():
                value -= lr * value.grad
                value.grad = None
        for name in rows:
            rows[name].append(p[name].detach().clone())
    return {name: torch.stack(rows[name]) for name in rows}
