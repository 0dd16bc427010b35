"""Your function scales all channels by the first weight, and shifts them by the first bias. Each
channel has its own."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    shape = (-1,) + (1,) * (x.ndim - 2)
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight[0]
    if bias is not None:
        y = y + bias[0]
    return y.astype(x.dtype, copy=False)
