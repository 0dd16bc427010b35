"""Mean and variance run over axis 0 alone, so each pixel has its own.

mistakes: axis-0-only
seen: common error, e.g. batch norm of (N, D) applied to images
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    shape = (1, -1) + (1,) * (x.ndim - 2)
    if training:
        mean, var = x.mean(axis=0), x.var(axis=0)
        rest = tuple(range(1, mean.ndim))
        unbiased = x.var(axis=0, ddof=1).mean(axis=rest)
        new_mean = (1 - momentum) * running_mean + momentum * mean.mean(axis=rest)
        new_var = (1 - momentum) * running_var + momentum * unbiased
        running_mean = new_mean.astype(running_mean.dtype)
        running_var = new_var.astype(running_var.dtype)
    else:
        mean, var = running_mean.reshape(shape), running_var.reshape(shape)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), running_mean, running_var
