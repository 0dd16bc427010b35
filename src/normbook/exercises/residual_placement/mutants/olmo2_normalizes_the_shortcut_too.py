"""Your "olmo2" adds the branch to x normalized. Behind the branch stands its only norm: x goes
through the shortcut as it came, x + N(G(x))."""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    """Return the output of one residual block, its norm placed as told."""

    def norm(z):
        centred = z - z.mean(axis=-1, keepdims=True)
        var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
        return centred / np.sqrt(var + eps)

    if placement == "pre":
        return x + norm(x) @ w
    if placement == "post":
        return norm(x + x @ w)
    if placement == "sandwich":
        return x + norm(norm(x) @ w)
    if placement == "olmo2":
        return norm(x) + norm(x @ w)
    if placement == "deepnorm":
        return norm(alpha * x + x @ w)
    raise ValueError(f"placement is {placement!r}; expected pre, post, sandwich, olmo2 or deepnorm")
