"""The variance is E[x^2] - E[x]^2.

mistakes: one-pass-variance
seen: labml's GroupNorm: mean of squares minus square of mean
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C = x.shape[:2]
    if C % num_groups != 0:
        raise ValueError("groups must divide channels")
    g = x.reshape(N, num_groups, -1)
    mean = g.mean(axis=-1, keepdims=True)
    var = np.abs((g**2).mean(axis=-1, keepdims=True) - mean**2)
    y = ((g - mean) / np.sqrt(var + eps)).reshape(x.shape)
    shape = (1, C) + (1,) * (x.ndim - 2)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype)
