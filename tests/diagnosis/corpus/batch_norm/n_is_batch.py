"""n is the number of samples, without the trailing axes.

mistakes: n-is-batch-size
seen: tinygrad/tinygrad #807: n / (n - 1) of BatchNorm2d's running_var
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    mean, var = running_mean, running_var
    if training:
        mean, var = x.mean(axis=axes), x.var(axis=axes)
        n = x.shape[0]
        running_mean = ((1 - momentum) * running_mean + momentum * mean).astype(running_mean.dtype)
        running_var = ((1 - momentum) * running_var + momentum * var * n / (n - 1)).astype(
            running_var.dtype
        )
    y = (x - mean.reshape(shape)) / np.sqrt(var.reshape(shape) + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), running_mean, running_var
