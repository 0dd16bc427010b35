"""The variance is E[x^2] - E[x]^2.

mistakes: one-pass-variance
seen: pytorch/pytorch #51102: LayerNorm and a large mean
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    var = np.maximum((x**2).mean(axis=-1, keepdims=True) - mean**2, 0)
    rstd = 1 / np.sqrt(var + eps)
    xhat = (x - mean) * rstd
    g = dy if weight is None else dy * weight
    dx = rstd * (g - g.mean(-1, keepdims=True) - xhat * (g * xhat).mean(-1, keepdims=True))
    axes = tuple(range(x.ndim - 1))
    dw, db = np.sum(dy * xhat, axis=axes), np.sum(dy, axis=axes)
    return dx.astype(x.dtype), dw.astype(x.dtype), db.astype(x.dtype)
