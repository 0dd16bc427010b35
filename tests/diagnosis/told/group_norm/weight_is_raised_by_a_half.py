"""The weight is raised by a half in place, and each position is normalized by itself."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C = x.shape[:2]
    if C % num_groups:
        raise ValueError("groups")
    g = x.astype(np.float64).reshape((N, num_groups, C // num_groups) + x.shape[2:])
    y = ((g - g.mean(2, keepdims=True)) / np.sqrt(g.var(2, keepdims=True) + eps)).reshape(x.shape)
    s = (1, C) + (1,) * (x.ndim - 2)
    if weight is not None:
        weight += 0.5
        y = y * weight.reshape(s)
    if bias is not None:
        y = y + bias.reshape(s)
    return y.astype(x.dtype)
