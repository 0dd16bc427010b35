"""pre and post swapped, and the sandwich's norm behind the sum.

mistakes: pre-and-post-swapped, sandwich-norms-the-sum
seen: common error, e.g. three wrong placements in one answer
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    if placement == "pre":
        return norm(x + x @ w)
    if placement == "post":
        return x + norm(x) @ w
    if placement == "sandwich":
        return norm(x + norm(x) @ w)
    if placement == "olmo2":
        return x + norm(x @ w)
    if placement == "deepnorm":
        return norm(alpha * x + x @ w)
    raise ValueError("unknown placement")
