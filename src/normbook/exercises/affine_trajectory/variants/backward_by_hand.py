"""No autograd: the gradients of all six tensors, written out."""

import torch


def gradients(p, x, target):
    z = x @ p["w1"] + p["b1"]
    var, mean = torch.var_mean(z, dim=1, correction=0, keepdim=True)
    rstd = (var + 1e-5).rsqrt()
    z_hat = (z - mean) * rstd
    scaled = z_hat * p["weight"] + p["bias"]
    hidden = scaled.clamp(min=0)
    dy = 2 * (hidden @ p["w2"] + p["b2"] - target) / target.numel()
    dscaled = (dy @ p["w2"].T) * (scaled > 0)
    d = dscaled * p["weight"]
    dz = rstd * (d - d.mean(1, keepdim=True) - z_hat * (d * z_hat).mean(1, keepdim=True))
    return {
        "w1": x.T @ dz,
        "b1": dz.sum(0),
        "weight": (dscaled * z_hat).sum(0),
        "bias": dscaled.sum(0),
        "w2": hidden.T @ dy,
        "b2": dy.sum(0),
    }


def affine_trajectory(state, batches, lr):
    p = dict(state)
    weight, bias = p["weight"][None], p["bias"][None]
    for x, target in batches:
        slopes = gradients(p, x, target)
        p = {name: p[name] - lr * slopes[name] for name in p}
        weight = torch.cat([weight, p["weight"][None]])
        bias = torch.cat([bias, p["bias"][None]])
    return {"bias": bias.clone(), "weight": weight.clone()}
