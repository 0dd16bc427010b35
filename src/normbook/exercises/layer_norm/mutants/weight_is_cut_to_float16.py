"""You cast the weight to float16, which keeps three digits of it. The result is off by as much:
multiply by the weight as it is, and cast what comes out last."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.astype(np.float16)
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
