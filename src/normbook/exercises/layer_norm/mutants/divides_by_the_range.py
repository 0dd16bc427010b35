"""You divide the centred row by its range, the largest value less the least. That is mean
normalization, in which two features decide; LayerNorm divides by the root of the variance, to
which all of them add."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    size = np.ptp(x, axis=-1, keepdims=True)
    y = centred / (size + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
