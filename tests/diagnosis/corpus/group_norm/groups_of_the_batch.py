"""The batch is cut into groups instead of the channels.

mistakes: batch-is-grouped
seen: common error, e.g. reshape(G, -1) without the batch
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    C = x.shape[1]
    if C % num_groups != 0:
        raise ValueError("groups must divide channels")
    g = x.reshape(num_groups, -1)
    y = (g - g.mean(axis=1, keepdims=True)) / np.sqrt(g.var(axis=1, keepdims=True) + eps)
    y = y.reshape(x.shape)
    shape = (1, C) + (1,) * (x.ndim - 2)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype)
