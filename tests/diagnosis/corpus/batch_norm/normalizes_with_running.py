"""In training it normalizes with the running statistics, just updated.

mistakes: training-uses-running
seen: common error, e.g. the running statistics used right after their update
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    if training:
        batch_mean = x.mean(axis=axes)
        batch_var = x.var(axis=axes, ddof=1)
        running_mean = running_mean + (momentum * (batch_mean - running_mean)).astype(
            running_mean.dtype
        )
        running_var = running_var + (momentum * (batch_var - running_var)).astype(running_var.dtype)
    y = (x - running_mean.reshape(shape)) / np.sqrt(running_var.reshape(shape) + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), running_mean, running_var
