"""Your "sandwich" adds the branch to N(x), not to x. Both of its norms are inside the branch: the
shortcut carries x itself, and N(G(N(x))) is added to that."""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):

    def norm(z):
        centred = z - z.mean(axis=-1, keepdims=True)
        var = np.mean(centred**2, axis=-1, keepdims=True)
        return centred / np.sqrt(var + eps)

    if placement == "pre":
        return x + norm(x) @ w
    if placement == "post":
        return norm(x + x @ w)
    if placement == "sandwich":
        x = norm(x)
        return x + norm(x @ w)
    if placement == "olmo2":
        return x + norm(x @ w)
    if placement == "deepnorm":
        return norm(alpha * x + x @ w)
    raise ValueError(f"placement is {placement!r}; expected pre, post, sandwich, olmo2 or deepnorm")
