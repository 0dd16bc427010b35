"""Your variance is that of all numbers of x, and not of each row: `z.var()` without an axis is one
number. Give it `axis=-1, keepdims=True`, as the mean has."""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):

    def norm(z):
        centred = z - z.mean(axis=-1, keepdims=True)
        var = z.var()
        return centred / np.sqrt(var + eps)

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
    raise ValueError(f"placement is {placement!r}; expected pre, post, sandwich, olmo2 or deepnorm")
