"""You add ε to the quotient: `/` comes before `+`, so that `(x - mean) / np.sqrt(var) + eps`
divides by the deviation without ε, and shifts every result by ε. It belongs under the root:
`np.sqrt(var + eps)`."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    shape = (-1,) + (1,) * (x.ndim - 2)  # of a (C,) array that is to stand beside x
    centred = x - x.mean(axis=axes, keepdims=True)
    var = np.mean(centred**2, axis=axes, keepdims=True)  # (N, C, 1, ...)
    y = centred / np.sqrt(var) + eps
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False)
