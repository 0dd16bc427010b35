"""The statistics are constants in backward, and Adam is not corrected.

mistakes: norm-gradient-statistics-constant, adam-not-corrected
seen: a student of the third trial, 2026
"""

import numpy as np

B1, B2 = 0.9, 0.999


def softmax(z):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def iris_mlp(parameters, x, labels, steps, lr):
    theta = {name: value.astype(float) for name, value in parameters.items()}
    m = {name: 0 * value for name, value in theta.items()}
    v = {name: 0 * value for name, value in theta.items()}
    rows = np.arange(len(x))
    history = []
    for t in range(steps):
        # forward
        h = x @ theta["w1"] + theta["b1"]
        mean = h.mean(axis=1, keepdims=True)
        sigma = np.sqrt(((h - mean) ** 2).mean(axis=1, keepdims=True) + 1e-5)
        xhat = (h - mean) / sigma
        u = theta["weight"] * xhat + theta["bias"]
        a = u * (u > 0)
        logits = a @ theta["w2"] + theta["b2"]
        prob = softmax(logits)
        top = logits.max(axis=1)
        lse = top + np.log(np.exp(logits - top[:, None]).sum(axis=1))
        history.append(float(np.mean(lse - logits[rows, labels])))
        # backward
        d = prob.copy()
        d[rows, labels] -= 1
        d /= len(x)
        grads = {}
        grads["w2"] = a.T @ d
        grads["b2"] = d.sum(axis=0)
        du = d @ theta["w2"].T * (u > 0)
        grads["weight"] = (du * xhat).sum(axis=0)
        grads["bias"] = du.sum(axis=0)
        dh = du * theta["weight"] / sigma
        grads["w1"] = x.T @ dh
        grads["b1"] = dh.sum(axis=0)
        # Adam
        for name, g in grads.items():
            m[name] = B1 * m[name] + (1 - B1) * g
            v[name] = B2 * v[name] + (1 - B2) * g**2
            theta[name] = theta[name] - lr * m[name] / (np.sqrt(v[name]) + 1e-8)
    return theta, history
