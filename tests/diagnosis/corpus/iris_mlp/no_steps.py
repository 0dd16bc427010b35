"""The result has its name inside the loop alone, so that no steps end with an error.

mistakes: no-step-fails
seen: common error, e.g. a name that is given inside the loop alone
"""

import numpy as np


def iris_mlp(parameters, x, labels, steps, lr):
    params = {k: v.copy() for k, v in parameters.items()}
    m = {k: np.zeros(v.shape) for k, v in params.items()}
    v = {k: np.zeros(p.shape) for k, p in params.items()}
    n = x.shape[0]
    onehot = np.eye(3)[labels]
    losses = []
    for t in range(1, steps + 1):
        h = x @ params["w1"] + params["b1"]
        mu = h.mean(axis=1, keepdims=True)
        std = np.sqrt(h.var(axis=1, keepdims=True) + 1e-5)
        xhat = (h - mu) / std
        u = params["weight"] * xhat + params["bias"]
        a = np.maximum(0, u)
        z = a @ params["w2"] + params["b2"]
        z = z - z.max(axis=1, keepdims=True)
        p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
        log_p = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        losses.append(float(-np.sum(onehot * log_p) / n))

        dz = (p - onehot) / n
        du = (dz @ params["w2"].T) * (u > 0)
        dxhat = du * params["weight"]
        dh = dxhat - dxhat.mean(axis=1, keepdims=True)
        dh = (dh - xhat * (dxhat * xhat).mean(axis=1, keepdims=True)) / std
        grads = {
            "w1": x.T @ dh,
            "b1": dh.sum(axis=0),
            "weight": (du * xhat).sum(axis=0),
            "bias": du.sum(axis=0),
            "w2": a.T @ dz,
            "b2": dz.sum(axis=0),
        }
        trained = {}
        for k, g in grads.items():
            m[k] = 0.9 * m[k] + 0.1 * g
            v[k] = 0.999 * v[k] + 0.001 * g * g
            step = lr * (m[k] / (1 - 0.9**t)) / (np.sqrt(v[k] / (1 - 0.999**t)) + 1e-8)
            trained[k] = params[k] - step
        params = trained
    return trained, losses
