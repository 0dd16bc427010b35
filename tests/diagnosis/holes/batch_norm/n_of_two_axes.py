"""n counts the samples and one axis."""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    wide = np.float64
    z = np.moveaxis(x, 1, 0).reshape(x.shape[1], -1).astype(wide)
    col = (slice(None), None)
    new_mean, new_var = running_mean.copy(), running_var.copy()
    if training:
        n = x.shape[0] * (x.shape[2] if x.ndim > 2 else 1)
        mu = z.mean(axis=1)
        var = ((z - mu[col]) ** 2).mean(axis=1)
        new_mean = ((1 - momentum) * running_mean.astype(wide) + momentum * mu).astype(
            running_mean.dtype
        )
        new_var = ((1 - momentum) * running_var.astype(wide) + momentum * var * n / (n - 1)).astype(
            running_var.dtype
        )
    else:
        mu, var = running_mean.astype(wide), running_var.astype(wide)
    y = (z - mu[col]) / np.sqrt(var[col] + eps)
    if weight is not None:
        y = y * weight[col]
    if bias is not None:
        y = y + bias[col]
    C, N = x.shape[1], x.shape[0]
    y = np.moveaxis(y.reshape(C, N, *x.shape[2:]), 0, 1)
    return y.astype(x.dtype), new_mean, new_var
