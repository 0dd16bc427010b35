"""Computes in float32.

mistakes: computed-in-float32
seen: a student of the third trial, 2026
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    """Return y, running_mean, running_var; channels on axis 1."""
    axes = tuple(i for i in range(x.ndim) if i != 1)
    shape = [1] * x.ndim
    shape[1] = x.shape[1]
    xf = x.astype(np.float32)
    if training:
        mean = xf.mean(axis=axes)
        var = xf.var(axis=axes)
        n = x.size // x.shape[1]
        new_mean = (1 - momentum) * running_mean + momentum * mean
        new_var = (1 - momentum) * running_var + momentum * var * n / (n - 1)
    else:
        mean, var = running_mean, running_var
        new_mean, new_var = running_mean.copy(), running_var.copy()
    y = (xf - mean.reshape(shape)) / np.sqrt(var.reshape(shape) + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), new_mean.astype(running_mean.dtype), new_var.astype(running_var.dtype)
