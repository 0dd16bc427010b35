"""You ask an array whether it is true, as `if weight:` and `weight or 1` do. NumPy refuses that for
more than one number, with a ValueError. Ask `weight is not None`; the same for bias."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight:
        y = y * weight
    if bias:
        y = y + bias
    return y.astype(x.dtype, copy=False)
