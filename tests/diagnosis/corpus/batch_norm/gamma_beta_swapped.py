"""Gamma and beta are exchanged.

mistakes: weight-and-bias-swapped
seen: keras-team/keras pull 3248: weights in another order give no error, as their shapes are the same
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    if training:
        mean, var = x.mean(axis=axes), x.var(axis=axes)
        m = x.size / x.shape[1]
        unbiased = var * m / (m - 1)
        running_mean = ((1 - momentum) * running_mean + momentum * mean).astype(running_mean.dtype)
        running_var = ((1 - momentum) * running_var + momentum * unbiased).astype(running_var.dtype)
    else:
        mean, var = running_mean, running_var
    y = (x - mean.reshape(shape)) / np.sqrt(var.reshape(shape) + eps)
    if bias is not None:
        y = y * bias.reshape(shape)
    if weight is not None:
        y = y + weight.reshape(shape)
    return y.astype(x.dtype), running_mean, running_var
