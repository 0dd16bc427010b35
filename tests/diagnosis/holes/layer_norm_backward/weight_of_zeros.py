"""A weight of zeros counts as ones."""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    D = x.shape[-1]
    X, G = x.astype(np.float64), dy.astype(np.float64)
    c = X - X.mean(-1, keepdims=True)
    inv = (np.mean(c * c, -1, keepdims=True) + eps) ** -0.5
    n = c * inv
    d = G if weight is None or not weight.any() else G * weight
    dx = inv * (d - d.mean(-1, keepdims=True) - n * (d * n).mean(-1, keepdims=True))
    ax = tuple(range(x.ndim - 1))
    return dx.astype(x.dtype), (G * n).sum(ax).astype(x.dtype), G.sum(ax).astype(x.dtype)
