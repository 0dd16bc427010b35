"""The variance over H of the variances over W.

mistakes: variance-of-variances
seen: znxlwm/UGATIT-pytorch issue 30
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    mean, var = x, x
    for axis in range(x.ndim - 1, 1, -1):
        mean = np.mean(mean, axis=axis, keepdims=True)
        var = np.var(var, axis=axis, keepdims=True)
    out = (x - mean) / np.sqrt(var + eps)
    shape = (1, -1) + (1,) * (x.ndim - 2)
    if weight is not None:
        out = out * weight.reshape(shape)
    if bias is not None:
        out = out + bias.reshape(shape)
    return out.astype(x.dtype)
