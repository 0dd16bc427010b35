"""One line forward, one line back: the variance and the mean as steps of their own."""

import copy

import numpy as np


def iris_mlp(parameters, x, labels, steps, lr):
    p = copy.deepcopy(parameters)
    m = {name: 0.0 for name in p}
    v = {name: 0.0 for name in p}
    losses = []
    one_hot = (labels[:, None] == np.arange(3)).astype(float)
    for t in range(1, steps + 1):
        h = x.dot(p["w1"]) + p["b1"]
        mean = h.mean(axis=1, keepdims=True)
        centred = h - mean
        var = (centred * centred).sum(axis=1, keepdims=True) / 8 + 1e-5
        x_hat = centred * var**-0.5
        u = x_hat * p["weight"] + p["bias"]
        a = np.where(u > 0, u, 0.0)
        z = a.dot(p["w2"]) + p["b2"]
        z = z - np.max(z, axis=1, keepdims=True)
        log_sum = np.log(np.sum(np.exp(z), axis=1, keepdims=True))
        losses.append(np.sum(one_hot * (log_sum - z)) / len(x))

        d = {}
        dz = (np.exp(z - log_sum) - one_hot) / len(x)
        d["b2"], d["w2"] = dz.sum(axis=0), a.T.dot(dz)
        du = np.where(u > 0, dz.dot(p["w2"].T), 0.0)
        d["bias"], d["weight"] = du.sum(axis=0), (du * x_hat).sum(axis=0)
        dx_hat = du * p["weight"]
        dvar = (dx_hat * centred).sum(axis=1, keepdims=True) * -0.5 * var**-1.5
        dcentred = dx_hat * var**-0.5 + dvar * 2 * centred / 8
        dh = dcentred - dcentred.sum(axis=1, keepdims=True) / 8
        d["b1"], d["w1"] = dh.sum(axis=0), x.T.dot(dh)

        for name in p:
            m[name] = 0.9 * m[name] + 0.1 * d[name]
            v[name] = 0.999 * v[name] + 0.001 * d[name] ** 2
            root = np.sqrt(v[name] / (1 - 0.999**t))
            p[name] -= lr * m[name] / (1 - 0.9**t) / (root + 1e-8)
    return p, losses
