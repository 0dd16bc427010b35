"""Statistics over axis 0, and no alpha.

mistakes: axis-0, alpha-ignored
seen: a student of the third trial, 2026
"""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    """Return the output of one block, its norm placed as told."""

    def norm(h):
        mean = h.mean(axis=0, keepdims=True)
        var = h.var(axis=0, keepdims=True)
        return (h - mean) / np.sqrt(var + eps)

    def branch(h):
        return h @ w

    if placement == "pre":
        return x + branch(norm(x))
    if placement == "post":
        return norm(x + branch(x))
    if placement == "sandwich":
        return x + norm(branch(norm(x)))
    if placement == "olmo2":
        return x + norm(branch(x))
    if placement == "deepnorm":
        return norm(x + branch(x))
    raise ValueError(placement)
