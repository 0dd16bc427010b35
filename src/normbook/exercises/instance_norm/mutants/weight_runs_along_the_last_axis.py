"""Your weight and bias meet the last axis of x. NumPy lines them up so where they are left in shape
`(C,)`, and `(1, ..., C)` is the same. They belong to the channels: reshape both to `(C, 1, ...)`
first."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    shape = (-1,) + (1,) * (x.ndim - 2)
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
