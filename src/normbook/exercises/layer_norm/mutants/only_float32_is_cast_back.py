"""You return float32 where x is float32, and float64 else, be x float16 or not. Ask for no dtype
by its name; the result has that of x: return `y.astype(x.dtype)`."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x.astype(np.float64) - x.astype(np.float64).mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(np.float32) if x.dtype == np.float32 else y
