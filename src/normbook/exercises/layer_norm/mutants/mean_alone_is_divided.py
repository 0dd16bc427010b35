"""You divide the mean alone: `/` comes before `-`, so that `x - mean / np.sqrt(var + eps)`
subtracts a quotient from x. Put brackets round the difference: `(x - mean) / …`."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = x - x.mean(axis=-1, keepdims=True) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
