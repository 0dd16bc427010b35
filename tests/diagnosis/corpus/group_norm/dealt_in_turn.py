"""Each so many-th channel makes a group.

mistakes: channels-interleaved
seen: a student of the third trial, 2026
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    """Return weight * (x - mean) / sqrt(var + eps) + bias."""
    N, C = x.shape[:2]
    if C % num_groups != 0:
        raise ValueError("groups do not divide the channels")
    compute = np.result_type(x.dtype, np.float32)
    g = x.astype(compute).reshape(N, C // num_groups, num_groups, -1)
    mean = g.mean(axis=(1, 3), keepdims=True)
    var = g.var(axis=(1, 3), keepdims=True)
    y = ((g - mean) / np.sqrt(var + eps)).reshape(x.shape)
    shape = (1, C) + (1,) * (x.ndim - 2)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype)
