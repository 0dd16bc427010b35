"""You make y with `zeros_like(x)`, and write into `y.reshape(…)`. Where x is a view with axes
exchanged, y has its order in memory, and `reshape` copies: y stays 0. Write into y itself, or
reshape what you return."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)  # the squares overflow in float16
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)  # (..., 1)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    out = np.zeros_like(x)
    out.reshape(-1, normalized_shape)[...] = y.reshape(-1, normalized_shape)
    return out
