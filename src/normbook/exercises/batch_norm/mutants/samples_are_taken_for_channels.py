"""You keep axis 0, that of the samples, and reduce all others. The channels are axis 1: reduce
every axis but that one, and reshape so that the C values stand there."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    """Return y, running_mean, running_var; axis 1 holds the channels."""
    axes = tuple(range(1, x.ndim))
    shape = (x.shape[0],) + (1,) * (x.ndim - 1)  # of a (C,) array that is to stand beside x
    mean, var = running_mean, running_var
    if training:
        mean, var = x.mean(axis=axes, dtype=np.float64), x.var(axis=axes, dtype=np.float64)
        n = x.size // x.shape[0]
        running_mean = move(running_mean, mean, momentum)
        running_var = move(running_var, var * n / (n - 1), momentum)
    mean, var = mean.reshape(shape), var.reshape(shape)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False), running_mean, running_var


def move(old, new, momentum):
    """Return the old statistic, moved towards the new one, in the old one's dtype."""
    moved = (1 - momentum) * old + momentum * new
    return moved.astype(old.dtype, copy=False)
