"""Gamma and beta are exchanged.

mistakes: weight-and-bias-swapped
seen: keras-team/keras pull 3248: weights in another order give no error, as their shapes are the same
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C = x.shape[:2]
    if C % num_groups != 0:
        raise ValueError("num_groups must divide the number of channels")
    g = x.reshape(N, num_groups, -1)
    mean = g.mean(axis=2, keepdims=True)
    var = g.var(axis=2, keepdims=True)
    out = ((g - mean) / np.sqrt(var + eps)).reshape(x.shape)
    shape = (1, C) + (1,) * (x.ndim - 2)
    if bias is not None:
        out = out * bias.reshape(shape)
    if weight is not None:
        out = out + weight.reshape(shape)
    return out.astype(x.dtype)
