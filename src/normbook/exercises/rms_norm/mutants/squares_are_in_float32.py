"""You square x in float32, even where x is float64. Above 1.8e19 the squares are infinite there,
and the result is 0. Square x in its own dtype, or in a wider one; float16 alone is to be
widened."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    """Return weight * x / sqrt(mean(x**2) + eps), row by row."""
    wide = x.astype(np.result_type(x, np.float32), copy=False)  # the squares overflow in float16
    mean_square = np.mean(x.astype(np.float32) ** 2, axis=-1, keepdims=True)  # (..., 1)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
