"""The reciprocal of the variance, not of its root.

mistakes: root-forgotten
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    dtype = x.dtype
    x = x.astype(np.float64)
    dy = dy.astype(np.float64)
    D = x.shape[-1]
    c = x - x.mean(axis=-1, keepdims=True)
    rstd = 1 / (np.mean(c**2, axis=-1, keepdims=True) + eps)
    x_hat = c * rstd
    g = dy if weight is None else dy * weight
    mean_g = g.mean(axis=-1, keepdims=True)
    mean_gx = (g * x_hat).mean(axis=-1, keepdims=True)
    dx = rstd * (g - mean_g - x_hat * mean_gx)
    rest = tuple(range(x.ndim - 1))
    dweight = (dy * x_hat).sum(axis=rest)
    dbias = dy.sum(axis=rest)
    return dx.astype(dtype), dweight.astype(dtype), dbias.astype(dtype)
