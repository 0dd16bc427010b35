"""Your function adds the bias only where there is a weight as well. Each may come alone: ask for
the one and for the other, side by side."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if weight is not None and bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
