"""Your mean and variance run over the batch axis alone, so that each position of a channel has its
own, and the running statistics get their averages. All positions of a channel share one mean and
one variance: take them over the trailing axes, too."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0, *range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    mean, var = running_mean, running_var
    if training:
        mean, var = x.mean(axis=0), x.var(axis=0)
        rest = tuple(range(1, mean.ndim))
        running_mean = move(running_mean, mean.mean(axis=rest), momentum)
        running_var = move(running_var, x.var(axis=0, ddof=1).mean(axis=rest), momentum)
    if not training:
        mean, var = mean.reshape(shape), var.reshape(shape)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False), running_mean, running_var


def move(old, new, momentum):
    moved = (1 - momentum) * old + momentum * new
    return moved.astype(old.dtype, copy=False)
