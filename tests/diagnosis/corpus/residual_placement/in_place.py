"""x is changed: x += ... adds to the caller's array.

mistakes: changes-x
seen: pytorch/pytorch #61165: norm_first without a copy of the input
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    if placement == "pre":
        x += norm(x) @ w
        return x
    if placement == "post":
        x += x @ w
        return norm(x)
    if placement == "sandwich":
        x += norm(norm(x) @ w)
        return x
    if placement == "olmo2":
        x += norm(x @ w)
        return x
    if placement == "deepnorm":
        return norm(alpha * x + x @ w)
    raise ValueError("unknown placement")
