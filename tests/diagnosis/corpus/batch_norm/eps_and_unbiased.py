"""eps outside the root, and N - 1 in the normalization.

mistakes: eps-outside-root, normalizes-with-unbiased
seen: harvardnlp/annotated-transformer #119, #122: std(-1) + eps
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    if training:
        mean, std = x.mean(axis=axes), x.std(axis=axes, ddof=1)
        running_mean = ((1 - momentum) * running_mean + momentum * mean).astype(running_mean.dtype)
        running_var = ((1 - momentum) * running_var + momentum * std**2).astype(running_var.dtype)
    else:
        mean, std = running_mean, np.sqrt(running_var)
    y = (x - mean.reshape(shape)) / (std.reshape(shape) + eps)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), running_mean, running_var
