"""The mean twice, and dweight of x - mean.

mistakes: mean-term-twice, dweight-from-centred
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    D = x.shape[-1]
    X = x.reshape(-1, D).astype(np.float64)
    G = dy.reshape(-1, D).astype(np.float64)
    w = np.ones(D) if weight is None else weight.astype(np.float64)
    xmu = X - X.mean(axis=1, keepdims=True)
    inv = 1.0 / np.sqrt(np.mean(xmu**2, axis=1, keepdims=True) + eps)
    xhat = xmu * inv
    s1 = np.mean(G * w, axis=1, keepdims=True)
    s2 = np.mean(G * w * xhat, axis=1, keepdims=True)
    dx = G * w - s1
    dx -= s1 + xhat * s2
    dx *= inv
    dweight = np.sum(G * xmu, axis=0)
    dbias = np.sum(G, axis=0)
    return (
        dx.reshape(x.shape).astype(x.dtype),
        dweight.astype(x.dtype),
        dbias.astype(x.dtype),
    )
