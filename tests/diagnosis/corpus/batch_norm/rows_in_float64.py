"""Computes in float64, and y stays so.

mistakes: no-cast-back
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    flat = np.moveaxis(x, 1, 0).reshape(x.shape[1], -1).astype(np.float64)
    if training:
        n = flat.shape[1]
        mu = flat.sum(1) / n
        dev = flat - mu[:, None]
        ss = np.einsum("cn,cn->c", dev, dev)
        var = ss / n
        new_mean = ((1 - momentum) * running_mean + momentum * mu).astype(running_mean.dtype)
        new_var = ((1 - momentum) * running_var + momentum * ss / (n - 1)).astype(running_var.dtype)
    else:
        mu, var = running_mean.astype(np.float64), running_var.astype(np.float64)
        dev = flat - mu[:, None]
        new_mean, new_var = running_mean.copy(), running_var.copy()
    out = dev / np.sqrt(var + eps)[:, None]
    if weight is not None:
        out = out * weight[:, None]
    if bias is not None:
        out = out + bias[:, None]
    moved = out.reshape(x.shape[1], x.shape[0], *x.shape[2:])
    return np.moveaxis(moved, 0, 1), new_mean, new_var
