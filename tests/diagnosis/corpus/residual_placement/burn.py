"""x = norm(x) with no copy kept: pre and sandwich add to the normalized x.

mistakes: pre-adds-to-normed, sandwich-adds-to-normed
seen: pytorch/pytorch #61165: norm_first without a copy of the input
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    if placement not in ("pre", "post", "sandwich", "olmo2", "deepnorm"):
        raise ValueError(placement)
    if placement in ("pre", "sandwich"):
        x = norm(x)
    branch = x @ w
    if placement in ("sandwich", "olmo2"):
        branch = norm(branch)
    y = (alpha if placement == "deepnorm" else 1) * x + branch
    return norm(y) if placement in ("post", "deepnorm") else y
