"""eps is added to the variance before running_var takes it up.

mistakes: eps-in-running-var
seen: flagos-ai/FlagGems #4885: eps added twice
"""

import numpy as np


def batch_norm(
    x, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5
):
    axes = (0,) + tuple(range(2, x.ndim))
    shape = (1, -1) + (1,) * (x.ndim - 2)
    if training:
        mean = x.mean(axis=axes)
        var = x.var(axis=axes) + eps
        n = x.size // x.shape[1]
        running_mean = ((1 - momentum) * running_mean + momentum * mean).astype(running_mean.dtype)
        running_var = ((1 - momentum) * running_var + momentum * var * n / (n - 1)).astype(
            running_var.dtype
        )
    else:
        mean, var = running_mean, running_var + eps
    y = (x - mean.reshape(shape)) / np.sqrt(var.reshape(shape))
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype), running_mean, running_var
