"""dy is multiplied by the weight in place.

mistakes: changes-dy
seen: common error, e.g. dy *= gamma
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    xhat = (x - mean) * rstd
    axes = tuple(range(x.ndim - 1))
    dw, db = np.sum(dy * xhat, axis=axes), np.sum(dy, axis=axes)
    if weight is not None:
        dy *= weight
    dx = rstd * (dy - dy.mean(-1, keepdims=True) - xhat * (dy * xhat).mean(-1, keepdims=True))
    return dx.astype(x.dtype), dw.astype(x.dtype), db.astype(x.dtype)
