"""You ask an array whether it is true, as `if weight:` and `weight or 1` do. One of several numbers
is neither true nor false, and NumPy raises a ValueError. Ask `if weight is not None:`, and the same
for `bias`."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    shape = (-1,) + (1,) * (x.ndim - 2)
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight:
        y = y * weight.reshape(shape)
    if bias:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False)
