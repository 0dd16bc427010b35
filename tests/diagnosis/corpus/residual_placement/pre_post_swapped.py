"""pre and post are in each other's place.

mistakes: pre-and-post-swapped
seen: SHI-Labs/Compact-Transformers #25: order of norm and residual
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    if placement == "post":
        return x + norm(x) @ w
    elif placement == "pre":
        return norm(x + x @ w)
    elif placement == "sandwich":
        return x + norm(norm(x) @ w)
    elif placement == "olmo2":
        return x + norm(x @ w)
    elif placement == "deepnorm":
        return norm(alpha * x + x @ w)
    else:
        raise ValueError("unknown placement")
