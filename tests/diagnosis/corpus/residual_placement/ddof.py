"""The variance divides by D - 1.

mistakes: divides-by-d-minus-1
seen: pytorch/pytorch #84356: LayerNorm by hand, with torch.std
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True, ddof=1) + eps)

    if placement == "pre":
        return x + norm(x) @ w
    if placement == "post":
        return norm(x + x @ w)
    if placement == "sandwich":
        return x + norm(norm(x) @ w)
    if placement == "olmo2":
        return x + norm(x @ w)
    if placement == "deepnorm":
        return norm(alpha * x + x @ w)
    raise ValueError("unknown placement")
