""" "deepnorm" gives the branch the normed x.

mistakes: deepnorm-norms-the-input
seen: a student's attempt
"""

import numpy as np


def norm(z, eps):
    mean = z.mean(axis=-1, keepdims=True)
    var = z.var(axis=-1, keepdims=True)
    return (z - mean) / np.sqrt(var + eps)


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    dtype = x.dtype
    x = x.astype(np.float64)
    w = w.astype(np.float64)
    if placement == "pre":
        y = x + norm(x, eps) @ w
    elif placement == "post":
        y = norm(x + x @ w, eps)
    elif placement == "sandwich":
        y = x + norm(norm(x, eps) @ w, eps)
    elif placement == "olmo2":
        y = x + norm(x @ w, eps)
    elif placement == "deepnorm":
        y = norm(alpha * x + norm(x, eps) @ w, eps)
    else:
        raise ValueError(placement)
    return y.astype(dtype)
