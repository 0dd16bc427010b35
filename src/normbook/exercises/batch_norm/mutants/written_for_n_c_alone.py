"""Your function fits `(N, C)` alone. Where axes follow the channels, `axis=0` gives each position its
own statistics, and what has shape `(C,)` meets the last axis. Average over all axes but axis 1, and
reshape the four arrays of the channels to `(1, C, 1, ...)`."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = 0
    shape = (-1,)
    mean, var = running_mean, running_var
    if training:
        mean, var = x.mean(axis=axes, dtype=np.float64), x.var(axis=axes, dtype=np.float64)
        n = len(x)
        running_mean = move(running_mean, mean, momentum)
        running_var = move(running_var, var * n / (n - 1), momentum)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False), running_mean, running_var


def move(old, new, momentum):
    moved = (1 - momentum) * old + momentum * new
    return moved.astype(old.dtype, copy=False)
