"""The factor 1 / std in front of dx is missing.

mistakes: missing-rstd
seen: common error, e.g. 1 / std forgotten in front
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    xhat = (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    g = dy if weight is None else dy * weight
    dx = g - g.mean(-1, keepdims=True) - xhat * (g * xhat).mean(-1, keepdims=True)
    axes = tuple(range(x.ndim - 1))
    dw, db = np.sum(dy * xhat, axis=axes), np.sum(dy, axis=axes)
    return dx.astype(x.dtype), dw.astype(x.dtype), db.astype(x.dtype)
