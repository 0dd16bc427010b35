"""dweight with u for x_hat.

mistakes: weight-gradient-with-u
seen: a student of the third trial, 2026
"""

import numpy as np


def iris_mlp(parameters, x, labels, steps, lr):
    """Return the trained parameters, and the loss before each step."""
    p = {k: v.copy() for k, v in parameters.items()}
    m = {k: np.zeros_like(v) for k, v in p.items()}
    v = {k: np.zeros_like(a) for k, a in p.items()}
    N = len(x)
    onehot = np.eye(3)[labels]
    losses = []
    for t in range(1, steps + 1):
        h = x @ p["w1"] + p["b1"]
        mu = h.mean(1, keepdims=True)
        std = np.sqrt(h.var(1, keepdims=True) + 1e-5)
        hhat = (h - mu) / std
        u = p["weight"] * hhat + p["bias"]
        r = np.maximum(u, 0)
        logits = r @ p["w2"] + p["b2"]
        s = logits - logits.max(1, keepdims=True)
        logp = s - np.log(np.exp(s).sum(1, keepdims=True))
        losses.append(float(-(logp * onehot).sum() / N))
        # backward
        dlogits = (np.exp(logp) - onehot) / N
        g = {"w2": r.T @ dlogits, "b2": dlogits.sum(0)}
        du = (dlogits @ p["w2"].T) * (u > 0)
        g["weight"] = (du * u).sum(0)
        g["bias"] = du.sum(0)
        dhat = du * p["weight"]
        dh = (
            dhat - dhat.mean(1, keepdims=True) - hhat * (dhat * hhat).mean(1, keepdims=True)
        ) / std
        g["w1"] = x.T @ dh
        g["b1"] = dh.sum(0)
        for k in p:
            m[k] = 0.9 * m[k] + 0.1 * g[k]
            v[k] = 0.999 * v[k] + 0.001 * g[k] ** 2
            p[k] = p[k] - lr * (m[k] / (1 - 0.9**t)) / (np.sqrt(v[k] / (1 - 0.999**t)) + 1e-8)
    return p, losses
