"""alpha on the branch, and any name accepted.

mistakes: alpha-on-branch, other-names-accepted
seen: labmlai/annotated_deep_learning_paper_implementations #145: alpha on the branch
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        mu = z.mean(axis=-1, keepdims=True)
        return (z - mu) / np.sqrt(((z - mu) ** 2).mean(axis=-1, keepdims=True) + eps)

    if placement == "pre":
        return x + norm(x) @ w
    if placement == "post":
        return norm(x + x @ w)
    if placement == "sandwich":
        return x + norm(norm(x) @ w)
    if placement == "olmo2":
        return x + norm(x @ w)
    return norm(x + alpha * x @ w)
