"""The variance is computed in float64, and then cast.

mistakes: variance-in-float64
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def choose_epsilon(x, candidates, dtype):
    x = x.astype(dtype)
    same = (x == x[:, [0]]).all(axis=1)
    mu = x.mean(axis=1, keepdims=True)
    dev = x - mu
    var = x.astype(np.float64).var(axis=1, keepdims=True).astype(dtype)
    for candidate in sorted(candidates):
        eps = np.dtype(dtype).type(candidate)
        y = dev / np.sqrt(var + eps)
        ok = np.isfinite(y).all(axis=1)
        wide = y.astype(np.float64)
        ok &= same | (wide.std(axis=1) > 0.9)
        if ok.all():
            return candidate
    return None
