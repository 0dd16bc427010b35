"""Statistics over axes 0, 2 and 3, unless x is (N, C).

mistakes: image-axes
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) if x.ndim == 2 else (0, 2, 3)
    shp = (1, -1) + (1,) * (x.ndim - 2)
    xf = x.astype(np.float64)
    if training:
        mu = xf.mean(axis=axes)
        var = xf.var(axis=axes)
        n = x.size // x.shape[1]
        new_mean = (1 - momentum) * running_mean + momentum * mu
        new_var = (1 - momentum) * running_var + momentum * var * n / (n - 1)
    else:
        mu, var = running_mean.astype(np.float64), running_var.astype(np.float64)
        new_mean, new_var = running_mean.copy(), running_var.copy()
    out = (xf - mu.reshape(shp)) / np.sqrt(var.reshape(shp) + eps)
    if weight is not None:
        out = out * weight.reshape(shp)
    if bias is not None:
        out = out + bias.reshape(shp)
    return (
        out.astype(x.dtype),
        new_mean.astype(running_mean.dtype),
        new_var.astype(running_var.dtype),
    )
