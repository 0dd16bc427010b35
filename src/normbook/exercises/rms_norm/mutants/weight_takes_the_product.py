"""You write the product into the weight, `weight *= y`. The weight has the shape `(D,)`, into which
NumPy writes no batch; and it is the caller's parameter, which the next call needs as it was. Make a
new array: `y = y * weight`."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    """Return weight * x / sqrt(mean(x**2) + eps), row by row."""
    wide = x.astype(np.result_type(x, np.float32), copy=False)  # the squares overflow in float16
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)  # (..., 1)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        weight *= y
        y = weight
    return y.astype(x.dtype, copy=False)
