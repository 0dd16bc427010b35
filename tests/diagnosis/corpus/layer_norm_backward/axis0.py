"""All sums of dx run along axis 0, as in batch norm.

mistakes: axis-0
seen: CS231n forks: batchnorm_backward returned for layernorm
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=0)
    rstd = 1 / np.sqrt(x.var(axis=0) + eps)
    xhat = (x - mean) * rstd
    g = dy if weight is None else dy * weight
    dx = rstd * (g - g.mean(axis=0) - xhat * (g * xhat).mean(axis=0))
    axes = tuple(range(x.ndim - 1))
    dw, db = np.sum(dy * xhat, axis=axes), np.sum(dy, axis=axes)
    return dx.astype(x.dtype), dw.astype(x.dtype), db.astype(x.dtype)
