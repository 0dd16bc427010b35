"""You return float32 where x is float16: what you cast to is float32 or wider. The result has the
dtype of x, whichever that is: return `y.astype(x.dtype)`."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(np.float64 if x.dtype == np.float64 else np.float32)
