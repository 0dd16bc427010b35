"""Your function updates the running statistics in training, and normalizes with them before they
are cast back. The batch is normalized by its own mean and variance; the running ones are for
afterwards."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0, *range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    mean, var = running_mean, running_var
    if training:
        n = x.size // x.shape[1]
        mean = move(running_mean, x.mean(axis=axes), momentum)
        var = move(running_var, x.var(axis=axes) * n / (n - 1), momentum)
        running_mean = mean.astype(running_mean.dtype)
        running_var = var.astype(running_var.dtype)
    mean, var = mean.reshape(shape), var.reshape(shape)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False), running_mean, running_var


def move(old, new, momentum):
    return (1 - momentum) * old + momentum * new
