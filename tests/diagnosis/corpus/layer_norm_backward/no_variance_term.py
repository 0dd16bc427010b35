"""What reaches x through the variance is missing.

mistakes: gradient-of-variance-missing
seen: common error, e.g. only the mean is differentiated
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    xhat = (x - mean) * rstd
    dxhat = dy if weight is None else dy * weight
    dx = rstd * (dxhat - dxhat.mean(axis=-1, keepdims=True))
    axes = tuple(range(x.ndim - 1))
    dw, db = np.sum(dy * xhat, axis=axes), np.sum(dy, axis=axes)
    return dx.astype(x.dtype), dw.astype(x.dtype), db.astype(x.dtype)
