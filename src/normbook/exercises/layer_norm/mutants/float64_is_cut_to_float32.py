"""You compute in float32 even where x is float64. Half of its digits are lost, and at a mean of 10⁹
nothing is left of the differences within a row. Compute in the dtype of x, or in a wider one."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x.astype(np.float32) - x.astype(np.float32).mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
