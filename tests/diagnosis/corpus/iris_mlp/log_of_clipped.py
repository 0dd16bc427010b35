"""The probability is clipped before its logarithm is taken.

mistakes: log-of-probability-kept-above-0
seen: Keras and forum answers: np.clip(p, 1e-12, 1)
"""

import numpy as np


def forward_backward(p, x, labels):
    n = x.shape[0]
    h = x @ p["w1"] + p["b1"]
    mu = h.mean(axis=1, keepdims=True)
    var = h.var(axis=1, keepdims=True)
    std = np.sqrt(var + 1e-5)
    x_hat = (h - mu) / std
    u = p["weight"] * x_hat + p["bias"]
    a = np.maximum(0, u)
    logits = a @ p["w2"] + p["b2"]
    shifted = logits - logits.max(axis=1, keepdims=True)
    probs = np.exp(shifted) / np.exp(shifted).sum(axis=1, keepdims=True)
    right = np.clip(probs[np.arange(n), labels], 1e-12, 1.0)
    loss = -np.mean(np.log(right))

    g = {}
    dlogits = probs
    dlogits[np.arange(n), labels] -= 1
    dlogits /= n
    g["w2"] = a.T @ dlogits
    g["b2"] = dlogits.sum(axis=0)
    da = dlogits @ p["w2"].T
    du = da * (u > 0)
    g["weight"] = (du * x_hat).sum(axis=0)
    g["bias"] = du.sum(axis=0)
    dx_hat = du * p["weight"]
    m1 = dx_hat.mean(axis=1, keepdims=True)
    m2 = (dx_hat * x_hat).mean(axis=1, keepdims=True)
    dh = (dx_hat - m1 - x_hat * m2) / std
    g["w1"] = x.T @ dh
    g["b1"] = dh.sum(axis=0)
    return loss, g


def iris_mlp(parameters, x, labels, steps, lr):
    p = {k: v.copy() for k, v in parameters.items()}
    m = {k: np.zeros_like(v) for k, v in p.items()}
    v = {k: np.zeros_like(w) for k, w in p.items()}
    losses = []
    for t in range(1, steps + 1):
        loss, grads = forward_backward(p, x, labels)
        losses.append(float(loss))
        for k in p:
            m[k] = 0.9 * m[k] + 0.1 * grads[k]
            v[k] = 0.999 * v[k] + 0.001 * grads[k] ** 2
            m_hat = m[k] / (1 - 0.9**t)
            v_hat = v[k] / (1 - 0.999**t)
            p[k] -= lr * m_hat / (np.sqrt(v_hat) + 1e-8)
    return p, losses
