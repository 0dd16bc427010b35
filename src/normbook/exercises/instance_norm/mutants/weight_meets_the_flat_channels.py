"""You multiply by `weight` and add `bias` while x is flat, with N·C rows. There are C weights, so
that NumPy cannot line them up unless N or C is 1. Give the result the shape of x first, then reshape
`weight` and `bias` to `(C, 1, ...)`."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    flat = (x.shape[0] * x.shape[1], -1)
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)
    y = (centred / np.sqrt(var + eps)).reshape(flat)
    if weight is not None:
        y = y * weight[:, None]
    if bias is not None:
        y = y + bias[:, None]
    return y.reshape(x.shape).astype(x.dtype, copy=False)
