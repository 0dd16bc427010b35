"""You compute y after training in the dtype of the running statistics, or in float32. A float64
x with a mean of 10⁸ has no digits left there. Subtract from x as it is: NumPy takes the wider
dtype by itself."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0, *range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    mean, var, wide = running_mean, running_var, x.astype(running_mean.dtype)
    if training:
        mean, var, wide = x.mean(axis=axes), x.var(axis=axes), x
        n = x.size // x.shape[1]
        running_mean = move(running_mean, mean, momentum)
        running_var = move(running_var, var * n / (n - 1), momentum)
    mean, var = mean.reshape(shape), var.reshape(shape)
    y = (wide - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype, copy=False), running_mean, running_var


def move(old, new, momentum):
    moved = (1 - momentum) * old + momentum * new
    return moved.astype(old.dtype, copy=False)
