"""You add ε to the quotient: `/` comes before `+`, so that `(x - mean) / np.sqrt(var) + eps`
divides by the deviation without ε, and shifts every result by ε. It belongs under the root:
`np.sqrt(var + eps)`."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = centred / np.sqrt(var) + eps
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
