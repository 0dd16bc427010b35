"""You subtract the median, not the mean. The two agree on symmetric rows; where they do not, the
result no longer sums to 0."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - np.median(x, axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
