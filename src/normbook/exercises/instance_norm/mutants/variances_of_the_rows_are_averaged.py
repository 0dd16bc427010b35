"""You take the variance along the last axis, and average it over the rows. That misses how far the
rows lie from each other. Square the distance of every value from the mean of the whole channel."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    shape = (-1,) + (1,) * (x.ndim - 2)  # of a (C,) array that is to stand beside x
    centred = x - x.mean(axis=axes, keepdims=True)
    var = x.var(axis=-1, keepdims=True).mean(axis=axes, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False)
