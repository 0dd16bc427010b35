"""Your function changes `weight` itself. It is the parameter: the next call then starts from a
different one. Make a new array."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
        weight /= np.linalg.norm(weight)  # "keeps it small"
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
