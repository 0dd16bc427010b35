"""The weight is applied when the means are gone.

mistakes: weight-after-projection
seen: a student of the third trial, 2026
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    """Return the gradients (dx, dweight, dbias), given dy."""
    dtype = x.dtype
    dy = dy.astype(np.float64)
    x = x.astype(np.float64)
    D = x.shape[-1]
    w = np.ones(D) if weight is None else weight.astype(np.float64)
    mu = x.mean(-1, keepdims=True)
    std = np.sqrt(x.var(-1, keepdims=True) + eps)
    xhat = (x - mu) / std
    axes = tuple(range(x.ndim - 1))
    dweight = (dy * xhat).sum(axis=axes)
    dbias = dy.sum(axis=axes)
    dx = w / std * (dy - dy.mean(-1, keepdims=True) - xhat * (dy * xhat).mean(-1, keepdims=True))
    return dx.astype(dtype), dweight.astype(dtype), dbias.astype(dtype)
