"""The softmax overflows, and a one-hot label makes NaN of that.

mistakes: softmax-overflows
seen: a student's attempt
"""

import numpy as np


def iris_mlp(parameters, x, labels, steps, lr):
    p = {k: v.copy() for k, v in parameters.items()}
    m = {k: np.zeros_like(v) for k, v in p.items()}
    v2 = {k: np.zeros_like(v) for k, v in p.items()}
    n = len(x)
    onehot = np.eye(3)[labels]
    losses = []
    for t in range(1, steps + 1):
        h = x @ p["w1"] + p["b1"]
        c = h - h.mean(axis=1, keepdims=True)
        rstd = 1 / np.sqrt(np.mean(c**2, axis=1, keepdims=True) + 1e-5)
        h_hat = c * rstd
        u = p["weight"] * h_hat + p["bias"]
        a = np.maximum(u, 0)
        logits = a @ p["w2"] + p["b2"]
        z = logits
        logp = z - np.log(np.exp(z).sum(axis=1, keepdims=True))
        losses.append(float(-(logp * onehot).sum() / n))
        dlogits = (np.exp(logp) - onehot) / n
        grads = {"w2": a.T @ dlogits, "b2": dlogits.sum(axis=0)}
        du = (dlogits @ p["w2"].T) * (u > 0)
        grads["weight"] = (du * h_hat).sum(axis=0)
        grads["bias"] = du.sum(axis=0)
        g = du * p["weight"]
        dh = rstd * (
            g - g.mean(axis=1, keepdims=True) - h_hat * (g * h_hat).mean(axis=1, keepdims=True)
        )
        grads["w1"] = x.T @ dh
        grads["b1"] = dh.sum(axis=0)
        for k in p:
            m[k] = 0.9 * m[k] + 0.1 * grads[k]
            v2[k] = 0.999 * v2[k] + 0.001 * grads[k] ** 2
            mh = m[k] / (1 - 0.9**t)
            vh = v2[k] / (1 - 0.999**t)
            p[k] = p[k] - lr * mh / (np.sqrt(vh) + 1e-8)
    return p, losses
