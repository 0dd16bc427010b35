"""The power of the variance in its gradient is -1/2 where -3/2 is right.

mistakes: wrong-power-of-variance
seen: common error, e.g. (var + eps) ** -0.5 for -1.5
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    D = x.shape[-1]
    xmu = x - x.mean(axis=-1, keepdims=True)
    var = (xmu**2).mean(axis=-1, keepdims=True)
    istd = 1 / np.sqrt(var + eps)
    g = dy if weight is None else dy * weight
    dvar = (g * xmu).sum(axis=-1, keepdims=True) * -0.5 * istd
    dmean = (-g * istd).sum(axis=-1, keepdims=True)
    dx = g * istd + dvar * 2 * xmu / D + dmean / D
    lead = tuple(range(x.ndim - 1))
    dweight = (dy * xmu * istd).sum(axis=lead)
    return dx.astype(x.dtype), dweight.astype(x.dtype), dy.sum(axis=lead).astype(x.dtype)
