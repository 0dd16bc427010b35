"""The gradient is that of the sum; the losses are NumPy's floats.

mistakes: loss-is-sum
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def iris_mlp(parameters, x, labels, steps, lr):
    p = {k: v.copy() for k, v in parameters.items()}
    m = {k: np.zeros_like(v) for k, v in p.items()}
    v = {k: np.zeros_like(a) for k, a in p.items()}
    N = x.shape[0]
    losses = []
    for t in range(1, steps + 1):
        # forward
        h = x @ p["w1"] + p["b1"]
        mu = h.mean(axis=1, keepdims=True)
        std = np.sqrt(h.var(axis=1, keepdims=True) + 1e-5)
        hhat = (h - mu) / std
        u = p["weight"] * hhat + p["bias"]
        a = np.maximum(u, 0)
        logits = a @ p["w2"] + p["b2"]
        shifted = logits - logits.max(axis=1, keepdims=True)
        logp = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
        losses.append(-logp[np.arange(N), labels].mean())
        # backward
        dlogits = np.exp(logp)
        dlogits[np.arange(N), labels] -= 1
        g = {}
        g["w2"] = a.T @ dlogits
        g["b2"] = dlogits.sum(axis=0)
        du = (dlogits @ p["w2"].T) * (u > 0)
        g["weight"] = (du * hhat).sum(axis=0)
        g["bias"] = du.sum(axis=0)
        dhat = du * p["weight"]
        dh = (
            dhat
            - dhat.mean(axis=1, keepdims=True)
            - hhat * (dhat * hhat).mean(axis=1, keepdims=True)
        ) / std
        g["w1"] = x.T @ dh
        g["b1"] = dh.sum(axis=0)
        # Adam
        for k in p:
            m[k] = 0.9 * m[k] + 0.1 * g[k]
            v[k] = 0.999 * v[k] + 0.001 * g[k] ** 2
            mhat = m[k] / (1 - 0.9**t)
            vhat = v[k] / (1 - 0.999**t)
            p[k] = p[k] - lr * mhat / (np.sqrt(vhat) + 1e-8)
    return p, losses
