"""In evaluation the weight and the bias are forgotten.

mistakes: affine-in-training-only
seen: common error, e.g. the eval branch returns x_hat
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    if not training:
        y = (x - running_mean.reshape(shape)) / np.sqrt(running_var.reshape(shape) + eps)
        return y.astype(x.dtype), running_mean, running_var
    mean, var = x.mean(axis=axes), x.var(axis=axes)
    n = x.size // x.shape[1]
    new_mean = (1 - momentum) * running_mean + momentum * mean
    new_var = (1 - momentum) * running_var + momentum * var * n / (n - 1)
    y = (x - mean.reshape(shape)) / np.sqrt(var.reshape(shape) + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), new_mean.astype(running_mean.dtype), new_var.astype(running_var.dtype)
