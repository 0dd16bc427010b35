"""Your variance divides by D + 1. The mean of the squares of D features divides by D: `ddof=0`,
which is what NumPy takes where you give none."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.sum(centred**2, axis=-1, keepdims=True) / (x.shape[-1] + 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
