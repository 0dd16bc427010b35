"""You compute the variance as E[z²] − μ². In float32 with a mean of 10,000 both terms are near 10⁸,
and their difference has lost its digits: centre first, then square."""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        centred = z - z.mean(axis=-1, keepdims=True)
        var = np.mean(z**2, axis=-1, keepdims=True) - z.mean(axis=-1, keepdims=True) ** 2
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
