"""With olmo2 the shortcut is normalized, too.

mistakes: olmo2-adds-to-normed
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def _norm(x, eps):
    mu = x.mean(axis=-1, keepdims=True)
    centered = x - mu
    var = np.mean(centered**2, axis=-1, keepdims=True)
    return centered / np.sqrt(var + eps)


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    if placement == "pre":
        y = x + _norm(x, eps) @ w
    elif placement == "post":
        y = _norm(x + x @ w, eps)
    elif placement == "sandwich":
        y = x + _norm(_norm(x, eps) @ w, eps)
    elif placement == "olmo2":
        y = _norm(x, eps) + _norm(x @ w, eps)
    elif placement == "deepnorm":
        y = _norm(alpha * x + x @ w, eps)
    else:
        raise ValueError(f"unknown placement {placement!r}")
    return y
