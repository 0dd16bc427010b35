"""You look the placement up in a dictionary, and one that is not there raises a KeyError. The task
asks for a ValueError, which can say what was expected."""

import numpy as np


def residual_placement(x, w, placement, alpha=1.0, eps=1e-5):
    def norm(z):
        centred = z - z.mean(axis=-1, keepdims=True)
        var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
        return centred / np.sqrt(var + eps)

    return {
        "pre": x + norm(x) @ w,
        "post": norm(x + x @ w),
        "sandwich": x + norm(norm(x) @ w),
        "olmo2": x + norm(x @ w),
        "deepnorm": norm(alpha * x + x @ w),
    }[placement]
