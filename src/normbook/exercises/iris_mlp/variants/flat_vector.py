"""One vector of 83 parameters, and Adam on that."""

import numpy as np

SHAPES = {"w1": (4, 8), "b1": (8,), "weight": (8,), "bias": (8,), "w2": (8, 3), "b2": (3,)}


def unflatten(vector):
    parts, at = {}, 0
    for name, shape in SHAPES.items():
        size = int(np.prod(shape))
        parts[name] = vector[at : at + size].reshape(shape)
        at += size
    return parts


def flatten(parts):
    return np.concatenate([np.ravel(parts[name]) for name in SHAPES])


def loss_and_slope(vector, x, labels):
    p = unflatten(vector)
    n = len(x)
    h = x @ p["w1"] + p["b1"]
    deviation = np.sqrt(h.var(axis=1, keepdims=True) + 1e-5)
    x_hat = (h - h.mean(axis=1, keepdims=True)) / deviation
    u = x_hat * p["weight"] + p["bias"]
    mask = u > 0
    a = u * mask
    z = a @ p["w2"] + p["b2"]
    top = z.max(axis=1)
    total = top + np.log(np.exp(z - top[:, None]).sum(axis=1))
    loss = np.mean(total - z[np.arange(n), labels])
    dz = (np.exp(z - total[:, None]) - np.eye(3)[labels]) / n
    du = (dz @ p["w2"].T) * mask
    g = du * p["weight"]
    # Each row's Jacobian of the normalization: (I - 1/D - x̂x̂ᵀ/D) / σ.
    jacobian = np.eye(8) - 1 / 8 - x_hat[:, :, None] * x_hat[:, None, :] / 8
    dh = np.einsum("nij,nj->ni", jacobian, g) / deviation
    slope = {
        "w1": np.einsum("ni,nj->ij", x, dh),
        "b1": dh.sum(0),
        "weight": np.einsum("nj,nj->j", du, x_hat),
        "bias": du.sum(0),
        "w2": np.einsum("nj,nk->jk", a, dz),
        "b2": dz.sum(0),
    }
    return loss, flatten(slope)


def iris_mlp(parameters, x, labels, steps, lr):
    vector = flatten(parameters)
    m = v = np.zeros_like(vector)
    losses = []
    for t in range(steps):
        loss, slope = loss_and_slope(vector, x, labels)
        losses.append(loss)
        m = m + 0.1 * (slope - m)
        v = v + 0.001 * (slope**2 - v)
        step = (m / (1 - 0.9 ** (t + 1))) / (np.sqrt(v / (1 - 0.999 ** (t + 1))) + 1e-8)
        vector = vector - lr * step
    return unflatten(vector), losses
