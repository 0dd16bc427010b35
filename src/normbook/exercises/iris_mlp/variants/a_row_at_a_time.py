"""Gradients row by row, summed up; Adam's corrections as running products."""

import numpy as np


def one_row(p, row, label):
    h = row @ p["w1"] + p["b1"]
    rstd = 1 / np.sqrt(np.var(h) + 1e-5)
    x_hat = (h - np.mean(h)) * rstd
    u = p["weight"] * x_hat + p["bias"]
    a = u.clip(min=0)
    z = a @ p["w2"] + p["b2"]
    e = np.exp(z - z.max())
    loss = np.log(e.sum()) + z.max() - z[label]
    dz = e / e.sum()
    dz[label] -= 1
    du = p["w2"] @ dz * np.heaviside(u, 0)
    g = du * p["weight"]
    dh = rstd * (g - g.mean() - x_hat * (g @ x_hat) / 8)
    return loss, (np.outer(row, dh), dh, du * x_hat, du, np.outer(a, dz), dz)


def iris_mlp(parameters, x, labels, steps, lr):
    names = ("w1", "b1", "weight", "bias", "w2", "b2")
    p = {name: np.array(parameters[name]) for name in names}
    m, v = [0.0] * 6, [0.0] * 6
    losses = []
    keep1 = keep2 = 1.0
    for _ in range(steps):
        rows = [one_row(p, row, label) for row, label in zip(x, labels)]
        losses.append(float(sum(loss for loss, _ in rows)) / len(rows))
        gradients = [sum(parts) / len(rows) for parts in zip(*(parts for _, parts in rows))]
        keep1, keep2 = keep1 * 0.9, keep2 * 0.999
        for i, (name, g) in enumerate(zip(names, gradients)):
            m[i] = 0.9 * m[i] + 0.1 * g
            v[i] = 0.999 * v[i] + 0.001 * np.square(g)
            p[name] = p[name] - lr * (m[i] / (1 - keep1)) / (np.sqrt(v[i] / (1 - keep2)) + 1e-8)
    return p, losses
