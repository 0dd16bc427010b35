"""Rounds the quotient to six places."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    """Return weight * x / sqrt(mean(x**2) + eps), row by row."""
    wide = x.astype(np.result_type(x, np.float32), copy=False)  # the squares overflow in float16
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)  # (..., 1)
    y = np.round(wide / np.sqrt(mean_square + eps), 6)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
