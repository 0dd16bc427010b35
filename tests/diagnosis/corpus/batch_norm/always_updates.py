"""The running statistics move in evaluation too.

mistakes: evaluation-updates-running
seen: common error, e.g. the update outside the if
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    batch_mean, batch_var = x.mean(axis=axes), x.var(axis=axes)
    n = x.size // x.shape[1]
    if training:
        mean, var = batch_mean, batch_var
    else:
        mean, var = running_mean, running_var
    unbiased = batch_var * n / max(n - 1, 1)
    new_mean = ((1 - momentum) * running_mean + momentum * batch_mean).astype(running_mean.dtype)
    new_var = ((1 - momentum) * running_var + momentum * unbiased).astype(running_var.dtype)
    y = (x - mean.reshape(shape)) / np.sqrt(var.reshape(shape) + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), new_mean, new_var
