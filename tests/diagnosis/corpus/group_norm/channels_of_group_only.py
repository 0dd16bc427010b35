"""The mean runs over the channels of a group alone, and each place has its own.

mistakes: each-place-its-own
seen: common error, e.g. axis=2 of (N, G, C // G, H, W)
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C = x.shape[:2]
    if C % num_groups != 0:
        raise ValueError("groups must divide channels")
    g = x.reshape(N, num_groups, C // num_groups, *x.shape[2:])
    mean = g.mean(axis=2, keepdims=True)
    var = g.var(axis=2, keepdims=True)
    y = ((g - mean) / np.sqrt(var + eps)).reshape(x.shape)
    shape = (1, C) + (1,) * (x.ndim - 2)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype)
