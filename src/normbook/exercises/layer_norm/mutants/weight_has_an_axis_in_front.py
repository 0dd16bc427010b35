"""You give `weight` and `bias` an axis in front, so that an x of (D,) comes out as (1, D). NumPy lines
(D,) up with the last axis by itself, however many axes x has: multiply by `weight` as it is."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight[None, :]
    if bias is not None:
        y = y + bias[None, :]
    return y.astype(x.dtype, copy=False)
