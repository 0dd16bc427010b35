"""You add √ε to the deviation, √σ² + √ε. A root of a sum is not the sum of the roots: add ε to
the variance, and take one root of both, `np.sqrt(var + eps)`."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = centred / (np.sqrt(var) + np.sqrt(eps))
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
