"""You normalize twice: what comes out of the first time is centred and divided by its own √(σ² +
ε) once more. With ε = 0 that changes nothing; else rows are not divided by √(σ² + ε) in the end.
Once is enough."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = centred / np.sqrt(var + eps)
    y = y / np.sqrt(np.mean(y**2, axis=-1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
