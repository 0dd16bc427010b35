"""Your function takes an `eps` of 0 for one that was not given, as `eps or 1e-5` does: 0 counts as
false. The default stands in the signature already; use `eps` as it comes."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    eps = eps or 1e-5
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
