"""You subtract the mean above the line, and below it divide by √(σ² + μ²): you square x itself,
as RMSNorm does, or subtract the mean twice before you square. The variance is the mean of the
squares of x − μ, from which nothing more is subtracted."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(x**2, axis=-1, keepdims=True)  # (..., 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
