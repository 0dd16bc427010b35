"""Your function returns 0 for a row without variance, bias or not. The centred row is 0, and 0 · γ + β
is β: with ε in the root no special case is needed."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    y = np.where(var == 0, 0.0, y)
    return y.astype(x.dtype, copy=False)
