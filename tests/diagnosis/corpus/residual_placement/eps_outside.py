"""eps is outside the root.

mistakes: eps-outside-root
seen: harvardnlp/annotated-transformer #119, #122: std(-1) + eps
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / (z.std(-1, keepdims=True) + eps)

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
