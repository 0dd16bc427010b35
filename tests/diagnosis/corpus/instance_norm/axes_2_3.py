"""axis=(2, 3).

mistakes: axes-2-and-3
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    v = x.astype(np.float64)
    mu = v.mean(axis=(2, 3), keepdims=True)
    var = v.var(axis=(2, 3), keepdims=True)
    y = (v - mu) / np.sqrt(var + eps)
    extra = [1] * (x.ndim - 2)
    if weight is not None:
        y *= weight.reshape(-1, *extra)
    if bias is not None:
        y += bias.reshape(-1, *extra)
    return y.astype(x.dtype)
