"""You take the variance of variances: along one axis, and then along the next of what came out. A
mean can be taken in such steps, but a variance cannot. Square the distance of every value from the
one mean, and average over all the axes at once."""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    shape = (-1,) + (1,) * (x.ndim - 2)
    centred = x - x.mean(axis=axes, keepdims=True)
    var = x
    for axis in axes:
        var = var.var(axis=axis, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False)
