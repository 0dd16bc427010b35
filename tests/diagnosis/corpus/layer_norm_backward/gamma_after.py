"""The weight multiplies dx after the projection instead of dy before it.

mistakes: weight-after-projection
seen: common error, e.g. dx *= gamma at the end
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    xhat = (x - mean) * rstd
    dx = rstd * (dy - dy.mean(-1, keepdims=True) - xhat * (dy * xhat).mean(-1, keepdims=True))
    if weight is not None:
        dx = dx * weight
    axes = tuple(range(x.ndim - 1))
    dw, db = np.sum(dy * xhat, axis=axes), np.sum(dy, axis=axes)
    return dx.astype(x.dtype), dw.astype(x.dtype), db.astype(x.dtype)
