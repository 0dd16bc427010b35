"""alpha weighs the branch.

mistakes: alpha-on-branch
seen: labmlai/annotated_deep_learning_paper_implementations #145: alpha on the branch
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        return (z - z.mean(-1, keepdims=True)) / np.sqrt(z.var(-1, keepdims=True) + eps)

    if placement == "pre":
        return x + norm(x) @ w
    if placement == "post":
        return norm(x + x @ w)
    if placement == "sandwich":
        return x + norm(norm(x) @ w)
    if placement == "olmo2":
        return x + norm(x @ w)
    if placement == "deepnorm":
        return norm(x + alpha * (x @ w))
    raise ValueError("unknown placement")
