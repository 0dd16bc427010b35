"""A momentum of 0 is taken for "not given".

mistakes: momentum-zero-becomes-default
seen: common error, e.g. momentum or 0.1
witness: batch_norm(np.array([[1.], [3.]]), np.array([0.]), np.array([1.]), training=True, momentum=0.0)
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    momentum = momentum or 0.1
    axes = (0,) + tuple(range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    mean, var = running_mean, running_var
    if training:
        mean, var = x.mean(axis=axes), x.var(axis=axes)
        running_mean = ((1 - momentum) * running_mean + momentum * mean).astype(running_mean.dtype)
        unbiased = x.var(axis=axes, ddof=1)
        running_var = ((1 - momentum) * running_var + momentum * unbiased).astype(running_var.dtype)
    y = (x - mean.reshape(shape)) / np.sqrt(var.reshape(shape) + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), running_mean, running_var
