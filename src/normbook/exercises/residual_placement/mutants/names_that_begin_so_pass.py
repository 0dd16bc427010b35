"""You let "prenorm" pass for "pre", as a look at how the name begins does. The names are the five
of the table, letter by letter; raise a ValueError for any other."""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):

    def norm(z):
        centred = z - z.mean(axis=-1, keepdims=True)
        var = np.mean(centred**2, axis=-1, keepdims=True)
        return centred / np.sqrt(var + eps)

    if placement.startswith("pre"):
        return x + norm(x) @ w
    if placement.startswith("post"):
        return norm(x + x @ w)
    if placement.startswith("sandwich"):
        return x + norm(norm(x) @ w)
    if placement.startswith("olmo2"):
        return x + norm(x @ w)
    if placement.startswith("deepnorm"):
        return norm(alpha * x + x @ w)
    raise ValueError(f"placement is {placement!r}; expected pre, post, sandwich, olmo2 or deepnorm")
