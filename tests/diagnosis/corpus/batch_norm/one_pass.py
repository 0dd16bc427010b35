"""The variance is E[x^2] - E[x]^2.

mistakes: one-pass-variance
seen: pytorch/pytorch #51102: LayerNorm and a large mean
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    mean, var = running_mean, running_var
    if training:
        mean = x.mean(axis=axes)
        var = np.maximum((x * x).mean(axis=axes) - mean * mean, 0)
        n = x.size // x.shape[1]
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
