"""Your mean and variance have lost the axes that they were taken over, so that NumPy lines them up
with the last axes of x: most shapes raise an error, and some give wrong numbers without one. Pass
`keepdims=True`."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    shape = (-1,) + (1,) * (x.ndim - 2)
    centred = x - x.mean(axis=axes)
    var = x.var(axis=axes)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False)
