"""Your function returns 0 for a channel without variance, bias or not. The centred channel is 0,
and 0 · γ + β is β: with ε in the root no special case is needed."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    shape = (-1,) + (1,) * (x.ndim - 2)
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    y = np.where(var == 0, 0.0, y)
    return y.astype(x.dtype, copy=False)
