"""Your function changes an `x` that is float64: `astype(np.float64, copy=False)` and `np.asarray`
make no copy of it, and `-=` then writes into the caller's array. `z = z - …` makes a new one."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    shape = (-1,) + (1,) * (x.ndim - 2)  # of a (C,) array that is to stand beside x
    z = x.astype(np.float64, copy=False)
    z -= z.mean(axis=axes, keepdims=True)
    centred = z
    var = np.mean(centred**2, axis=axes, keepdims=True)  # (N, C, 1, ...)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False)
