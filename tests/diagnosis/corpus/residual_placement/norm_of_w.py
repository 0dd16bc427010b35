"""post norms w, and alpha before the whole sum.

mistakes: post-norms-w, alpha-into-branch
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def N(v):
        v = v - v.mean(axis=-1, keepdims=True)
        return v / np.sqrt((v * v).mean(axis=-1, keepdims=True) + eps)

    h = x.astype(np.float64)
    W = w.astype(np.float64)
    if placement == "pre":
        y = h + N(h) @ W
    elif placement == "post":
        y = h + h @ N(W)
    elif placement == "sandwich":
        y = h + N(N(h) @ W)
    elif placement == "olmo2":
        y = h + N(h @ W)
    elif placement == "deepnorm":
        y = N(alpha * h + alpha * (h @ W))
    else:
        raise ValueError(placement)
    return y.astype(x.dtype)
