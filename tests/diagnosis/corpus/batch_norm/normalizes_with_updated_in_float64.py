"""All in float64; in training the statistics just updated normalize.

mistakes: training-uses-running
seen: a student of the third trial, 2026
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = tuple(i for i in range(x.ndim) if i != 1)
    shape = [1] * x.ndim
    shape[1] = x.shape[1]
    xf = x.astype(np.float64)
    rm = running_mean.astype(np.float64)
    rv = running_var.astype(np.float64)
    if training:
        n = xf.size / xf.shape[1]
        rm = (1 - momentum) * rm + momentum * xf.mean(axis=axes)
        rv = (1 - momentum) * rv + momentum * xf.var(axis=axes) * n / (n - 1)
    y = (xf - rm.reshape(shape)) / np.sqrt(rv.reshape(shape) + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), rm.astype(running_mean.dtype), rv.astype(running_var.dtype)
