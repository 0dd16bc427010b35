"""Nothing is cast back: a float64 dy or weight makes the gradients float64.

mistakes: no-cast-back
seen: common error, e.g. a float64 dy left to decide
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    xhat = (x - mean) * rstd
    g = dy if weight is None else dy * weight
    dx = rstd * (g - g.mean(-1, keepdims=True) - xhat * (g * xhat).mean(-1, keepdims=True))
    axes = tuple(range(x.ndim - 1))
    return dx, np.sum(dy * xhat, axis=axes), np.sum(dy, axis=axes)
