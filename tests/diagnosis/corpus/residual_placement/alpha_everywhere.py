"""alpha weighs x in every placement.

mistakes: alpha-everywhere
seen: common error, e.g. residual = alpha * x for all
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    skip = alpha * x
    if placement == "pre":
        return skip + norm(x) @ w
    if placement == "post" or placement == "deepnorm":
        return norm(skip + x @ w)
    if placement == "sandwich":
        return skip + norm(norm(x) @ w)
    if placement == "olmo2":
        return skip + norm(x @ w)
    raise ValueError("unknown placement")
