"""Your y uses a mean and a variance over the batch axis alone, so that each position of a channel
has its own. In BatchNorm all positions of a channel share one mean and one variance: take them over
the trailing axes, too."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0, *range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    mean, var = running_mean, running_var
    if training:
        mean, var = x.mean(axis=axes, dtype=np.float64), x.var(axis=axes, dtype=np.float64)
        n = x.size // x.shape[1]
        running_mean = move(running_mean, mean, momentum)
        running_var = move(running_var, var * n / (n - 1), momentum)
    mean, var = mean.reshape(shape), var.reshape(shape)
    if training:
        mean, var = x.mean(axis=0), x.var(axis=0)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False), running_mean, running_var


def move(old, new, momentum):
    moved = (1 - momentum) * old + momentum * new
    return moved.astype(old.dtype, copy=False)
