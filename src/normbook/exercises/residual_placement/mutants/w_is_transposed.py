"""Your branch multiplies by the transpose of W, as PyTorch's Linear does with its (out, in) weight.
Here G(x) = xW, that is `x @ w`."""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        centred = z - z.mean(axis=-1, keepdims=True)
        var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
        return centred / np.sqrt(var + eps)

    if placement == "pre":
        return x + norm(x) @ w.T
    if placement == "post":
        return norm(x + x @ w.T)
    if placement == "sandwich":
        return x + norm(norm(x) @ w.T)
    if placement == "olmo2":
        return x + norm(x @ w.T)
    if placement == "deepnorm":
        return norm(alpha * x + x @ w.T)
    raise ValueError(f"placement is {placement!r}; expected pre, post, sandwich, olmo2 or deepnorm")
