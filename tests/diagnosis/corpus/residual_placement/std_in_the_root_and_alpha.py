"""The root of std and eps, and alpha on the branch.

mistakes: root-of-the-deviation, alpha-on-branch
seen: a student of the third trial, 2026
"""

import numpy as np


def N(v, eps):
    m = np.mean(v, axis=-1, keepdims=True)
    s = np.std(v, axis=-1, keepdims=True)
    return (v - m) / np.sqrt(s + eps)


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    G = lambda h: h @ w
    if placement == "pre":
        y = x + G(N(x, eps))
    elif placement == "post":
        y = N(x + G(x), eps)
    elif placement == "sandwich":
        y = x + N(G(N(x, eps)), eps)
    elif placement == "olmo2":
        y = x + N(G(x), eps)
    elif placement == "deepnorm":
        y = N(x + alpha * G(x), eps)
    else:
        raise ValueError("unknown placement " + placement)
    return y
