"""Your function never applies `weight`: after the quotient, each feature is multiplied by its γ."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
