"""Your mean and variance have lost the last axis, or have a new one in front, so that NumPy lines
them up with the features instead of the rows: most shapes raise an error, and a square x gives
wrong numbers without one. Pass `keepdims=True`."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1)
    var = np.mean(centred**2, axis=-1)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
