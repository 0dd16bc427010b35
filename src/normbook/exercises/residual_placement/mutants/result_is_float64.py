"""You compute in float64, and return float64. The result has the dtype of x: cast it back with
`astype(x.dtype)`."""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):

    def norm(z):
        centred = z - z.mean(axis=-1, keepdims=True)
        var = np.mean(centred**2, axis=-1, keepdims=True)
        return centred / np.sqrt(var + eps)

    x, w = x.astype(np.float64), w.astype(np.float64)
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
