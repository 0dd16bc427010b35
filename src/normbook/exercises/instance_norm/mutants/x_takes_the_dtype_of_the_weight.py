"""You compute in the dtype of `weight`: where x is float64 and the weight float32, x loses half of its
digits before its mean is subtracted. Compute in the dtype of x, or in a wider one."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    shape = (-1,) + (1,) * (x.ndim - 2)  # of a (C,) array that is to stand beside x
    given = x if weight is None else x.astype(weight.dtype)
    centred = given - given.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)  # (N, C, 1, ...)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False)
