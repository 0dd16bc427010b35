"""You compute in the dtype of `weight` or of `bias`: where x is float64 and they are float32,
half of the digits of x are lost before its mean is subtracted. Compute in the dtype of x, or in a
wider one."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    given = x if weight is None else x.astype(weight.dtype)
    centred = given - given.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
