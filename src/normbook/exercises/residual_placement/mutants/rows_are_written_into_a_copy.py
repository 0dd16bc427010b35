"""You make y with `zeros_like(x)`, and write into `y.reshape(…)`. Where x is a view with axes
exchanged, y has its order in memory, and `reshape` copies: y stays 0. Write into y itself, or
reshape what you return."""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        centred = z - z.mean(axis=-1, keepdims=True)
        var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
        return centred / np.sqrt(var + eps)

    y = np.zeros_like(x)
    rows = y.reshape(-1, x.shape[-1])
    if placement == "pre":
        rows[...] = (x + norm(x) @ w).reshape(rows.shape)
    elif placement == "post":
        rows[...] = norm(x + x @ w).reshape(rows.shape)
    elif placement == "sandwich":
        rows[...] = (x + norm(norm(x) @ w)).reshape(rows.shape)
    elif placement == "olmo2":
        rows[...] = (x + norm(x @ w)).reshape(rows.shape)
    elif placement == "deepnorm":
        rows[...] = norm(alpha * x + x @ w).reshape(rows.shape)
    else:
        raise ValueError(
            f"placement is {placement!r}; expected pre, post, sandwich, olmo2 or deepnorm"
        )
    return y
