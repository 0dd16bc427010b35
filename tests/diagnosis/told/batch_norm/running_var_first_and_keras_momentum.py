"""running_var is returned before running_mean, and momentum is what the old value keeps."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    s = (1, -1) + (1,) * (x.ndim - 2)
    h = x.astype(np.float64)
    if training:
        mu, var = h.mean(axes), h.var(axes)
        n = h.size // h.shape[1]
        running_mean = (momentum * running_mean + (1 - momentum) * mu).astype(running_mean.dtype)
        running_var = (momentum * running_var + (1 - momentum) * var * n / (n - 1)).astype(
            running_var.dtype
        )
    else:
        mu, var = running_mean, running_var
    y = (h - mu.reshape(s)) / np.sqrt(var.reshape(s) + eps)
    if weight is not None:
        y = y * weight.reshape(s)
    if bias is not None:
        y = y + bias.reshape(s)
    return y.astype(x.dtype), running_var, running_mean
