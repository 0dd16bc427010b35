"""You ask whether the placement is *in* a word, as in `placement in "sandwich"`, so that a part of the
name passes, and the empty one, too. Compare with `==`."""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):

    def norm(z):
        centred = z - z.mean(axis=-1, keepdims=True)
        var = np.mean(centred**2, axis=-1, keepdims=True)
        return centred / np.sqrt(var + eps)

    if placement in "pre":
        return x + norm(x) @ w
    if placement in "post":
        return norm(x + x @ w)
    if placement in "sandwich":
        return x + norm(norm(x) @ w)
    if placement in "olmo2":
        return x + norm(x @ w)
    if placement in "deepnorm":
        return norm(alpha * x + x @ w)
    raise ValueError(f"placement is {placement!r}; expected pre, post, sandwich, olmo2 or deepnorm")
