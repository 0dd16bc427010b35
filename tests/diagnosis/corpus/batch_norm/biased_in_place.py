"""running_var takes the biased variance, and both are changed in place.

mistakes: running-var-biased, changes-running
seen: a student of the third trial, 2026
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    view = (1, -1) + (1,) * (x.ndim - 2)
    x64 = x.astype("float64")
    if training:
        mu = x64.mean(axis=axes)
        var = x64.var(axis=axes)
        running_mean += momentum * (mu - running_mean)
        running_var += momentum * (var - running_var)
    else:
        mu = running_mean.astype("float64")
        var = running_var.astype("float64")
    y = (x64 - mu.reshape(view)) / np.sqrt(var.reshape(view) + eps)
    if weight is not None:
        y *= weight.reshape(view)
    if bias is not None:
        y += bias.reshape(view)
    return y.astype(x.dtype), running_mean, running_var
