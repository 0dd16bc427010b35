"""Your mean and variance are single numbers for the whole array: `x.mean()` without an axis. Samples
then depend on each other. Each row of features has statistics of its own."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean()
    var = np.mean(centred**2)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
