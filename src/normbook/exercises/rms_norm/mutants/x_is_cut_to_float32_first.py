"""You cast x to float32 before you compute, in whatever dtype you do that then. Of a float64 x
half of the digits are lost, and what is above 3e38 is infinite. Widen float16, and leave float64
as it is."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    """Return weight * x / sqrt(mean(x**2) + eps), row by row."""
    wide = x.astype(np.float32).astype(np.float64)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)  # (..., 1)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
