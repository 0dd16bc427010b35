"""In place, and 1 - momentum squared.

mistakes: changes-running, momentum-squared
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    channels = x.shape[1]
    flat = np.moveaxis(x, 1, -1).reshape(-1, channels).astype(np.float64)
    if training:
        n = len(flat)
        mean = flat.mean(axis=0)
        var = flat.var(axis=0)
        running_mean *= 1 - momentum
        running_mean += momentum * mean
        running_var *= 1 - momentum**2
        running_var += momentum * var * n / (n - 1)
    else:
        mean = running_mean.astype(np.float64)
        var = running_var.astype(np.float64)
    flat = (flat - mean) / np.sqrt(var + eps)
    if weight is not None:
        flat = flat * weight
    if bias is not None:
        flat = flat + bias
    moved = flat.reshape(np.moveaxis(x, 1, -1).shape)
    return np.moveaxis(moved, -1, 1).astype(x.dtype), running_mean, running_var
