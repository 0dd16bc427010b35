"""Your axes are 0, 2 and 3 wherever x has more than three. Of `(N, C, D, H, W)` W is then left out,
and each place along it has statistics of its own. Count them from x: `(0, *range(2, x.ndim))`."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0, 2, 3)[: x.ndim - 1]
    shape = (1, -1) + (1,) * (x.ndim - 2)
    mean, var = running_mean, running_var
    if training:
        mean, var = x.mean(axis=axes, keepdims=True), x.var(axis=axes, keepdims=True)
        n = x.size // x.shape[1]
        flat = np.moveaxis(mean, 1, -1).reshape(-1, x.shape[1]).mean(axis=0)
        running_mean = move(running_mean, flat, momentum)
        flat = np.moveaxis(var, 1, -1).reshape(-1, x.shape[1]).mean(axis=0)
        running_var = move(running_var, flat * n / (n - 1), momentum)
    else:
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
