"""Your function changes `x` itself, as `x -= x.mean(…)` does. The caller still needs x: for the
residual connection, for one. `x = x - …` makes a new array."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    x -= x.mean(axis=-1, keepdims=True)
    centred = x
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
