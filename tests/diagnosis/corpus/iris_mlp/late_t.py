"""t is a step late, and the loss from after the step.

mistakes: loss-after-the-step, adam-t-one-too-few
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def forward(P, x):
    h = x @ P["w1"] + P["b1"]
    c = h - h.mean(axis=1, keepdims=True)
    r = 1 / np.sqrt((c * c).mean(axis=1, keepdims=True) + 1e-5)
    z = c * r
    u = z * P["weight"] + P["bias"]
    a = np.where(u > 0, u, 0)
    o = a @ P["w2"] + P["b2"]
    o = o - o.max(axis=1, keepdims=True)
    return z, r, u, a, o - np.log(np.exp(o).sum(axis=1, keepdims=True))


def iris_mlp(parameters, x, labels, steps, lr):
    P = {name: np.array(value) for name, value in parameters.items()}
    M = {name: 0.0 for name in P}
    V = {name: 0.0 for name in P}
    N = x.shape[0]
    onehot = np.eye(3)[labels]
    history = []
    for i in range(steps):
        z, r, u, a, logp = forward(P, x)
        d = (np.exp(logp) - onehot) / N
        G = {}
        G["w2"] = a.T @ d
        G["b2"] = d.sum(axis=0)
        d = (d @ P["w2"].T) * (u > 0)
        G["weight"] = (d * z).sum(axis=0)
        G["bias"] = d.sum(axis=0)
        d = d * P["weight"]
        d = r * (d - d.mean(axis=1, keepdims=True) - z * (d * z).mean(axis=1, keepdims=True))
        G["w1"] = x.T @ d
        G["b1"] = d.sum(axis=0)
        for name in P:
            M[name] = 0.9 * M[name] + 0.1 * G[name]
            V[name] = 0.999 * V[name] + 0.001 * G[name] * G[name]
            mh = M[name] / (1 - 0.9 ** max(i, 1))
            vh = V[name] / (1 - 0.999 ** max(i, 1))
            P[name] = P[name] - lr * mh / (np.sqrt(vh) + 1e-8)
        history.append(-(forward(P, x)[-1] * onehot).sum() / N)
    return P, history
