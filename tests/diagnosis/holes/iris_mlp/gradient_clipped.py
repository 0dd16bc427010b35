"""Gradients are clipped to ±1."""

import numpy as np


def iris_mlp(parameters, x, labels, steps, lr):
    P = {k: v.copy() for k, v in parameters.items()}
    m = {k: np.zeros_like(v) for k, v in P.items()}
    s = {k: np.zeros_like(v) for k, v in P.items()}
    n = len(x)
    onehot = np.eye(3)[labels]
    losses = []
    for t in range(1, steps + 1):
        h = x @ P["w1"] + P["b1"]
        c = h - h.mean(1, keepdims=True)
        std = np.sqrt((c**2).mean(1, keepdims=True) + 1e-5)
        xhat = c / std
        u = P["weight"] * xhat + P["bias"]
        a = np.maximum(u, 0)
        logits = a @ P["w2"] + P["b2"]
        shifted = logits - logits.max(1, keepdims=True)
        logp = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
        losses.append(float(-(onehot * logp).sum() / n))
        d = (np.exp(logp) - onehot) / n
        g = {"w2": a.T @ d, "b2": d.sum(0)}
        du = (d @ P["w2"].T) * (u > 0)
        g["weight"], g["bias"] = (du * xhat).sum(0), du.sum(0)
        dx = du * P["weight"]
        dh = (dx - dx.mean(1, keepdims=True) - xhat * (dx * xhat).mean(1, keepdims=True)) / std
        g["w1"], g["b1"] = x.T @ dh, dh.sum(0)
        for k in P:
            g[k] = np.clip(g[k], -1, 1)
            m[k] = 0.9 * m[k] + 0.1 * g[k]
            s[k] = 0.999 * s[k] + 0.001 * g[k] ** 2
            P[k] = P[k] - lr * (m[k] / (1 - 0.9**t)) / (np.sqrt(s[k] / (1 - 0.999**t)) + 1e-8)
    return P, losses
