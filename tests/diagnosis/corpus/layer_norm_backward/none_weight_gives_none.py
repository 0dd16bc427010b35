"""Where weight is None, it returns None for dweight.

mistakes: gradient-none-without-weight
seen: common error, e.g. no weight, hence no dweight
"""

import numpy as np


def layer_norm_backward(dy, x, weight=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    rstd = 1 / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    xhat = (x - mean) * rstd
    axes = tuple(range(x.ndim - 1))
    dweight = None
    g = dy
    if weight is not None:
        dweight = np.sum(dy * xhat, axis=axes).astype(x.dtype)
        g = dy * weight
    dx = rstd * (g - g.mean(-1, keepdims=True) - xhat * (g * xhat).mean(-1, keepdims=True))
    return dx.astype(x.dtype), dweight, np.sum(dy, axis=axes).astype(x.dtype)
