"""running_var moves towards the biased variance.

mistakes: running-var-biased
seen: CanReader/FastNN #11: running_var from the biased variance
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    shape = (1, x.shape[1]) + (1,) * (x.ndim - 2)
    mean, var = running_mean, running_var
    if training:
        mean, var = x.mean(axis=axes), x.var(axis=axes)
        running_mean = ((1 - momentum) * running_mean + momentum * mean).astype(running_mean.dtype)
        running_var = ((1 - momentum) * running_var + momentum * var).astype(running_var.dtype)
    y = (x - mean.reshape(shape)) / np.sqrt(var.reshape(shape) + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), running_mean, running_var
