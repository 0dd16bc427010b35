"""Post-norm normalizes the branch before the sum.

mistakes: post-norms-the-branch
seen: NVIDIA-NeMo/Speech #4350: how to do post-ln
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    branch = x @ w
    if placement == "pre":
        return x + norm(x) @ w
    if placement in ("post", "olmo2"):
        return x + norm(branch)
    if placement == "sandwich":
        return x + norm(norm(x) @ w)
    if placement == "deepnorm":
        return norm(alpha * x + branch)
    raise ValueError("unknown placement")
