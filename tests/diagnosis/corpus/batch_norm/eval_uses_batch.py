"""In evaluation it normalizes with the batch's own statistics.

mistakes: evaluation-uses-batch, running-var-takes-dtype-of-mean
seen: common error, e.g. model.eval() forgotten
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    mean, var = x.mean(axis=axes), x.var(axis=axes)
    if training:
        n = x.size // x.shape[1]
        running_mean = ((1 - momentum) * running_mean + momentum * mean).astype(running_mean.dtype)
        running_var = (1 - momentum) * running_var + momentum * (var * n / (n - 1))
        running_var = running_var.astype(running_mean.dtype)
    y = (x - mean.reshape(shape)) / np.sqrt(var.reshape(shape) + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), running_mean, running_var
