"""Neither y nor the running statistics are cast back.

mistakes: no-cast-back, running-dtype-lost
seen: common error, e.g. no cast anywhere
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0, *range(2, x.ndim))
    view = (1, -1, *[1] * (x.ndim - 2))
    if training:
        mean, var = x.mean(axes), x.var(axes)
        n = x.size // x.shape[1]
        running_mean = (1 - momentum) * running_mean + momentum * mean
        running_var = (1 - momentum) * running_var + momentum * n / (n - 1) * var
    else:
        mean, var = running_mean, running_var
    y = (x - mean.reshape(view)) / np.sqrt(var.reshape(view) + eps)
    y = y if weight is None else y * weight.reshape(view)
    y = y if bias is None else y + bias.reshape(view)
    return y, running_mean, running_var
