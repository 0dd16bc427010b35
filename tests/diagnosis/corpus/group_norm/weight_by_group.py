"""The weight is used by group: the first G values are repeated.

mistakes: weight-by-group
seen: patrick-kidger/equinox #1155: weight by group or by channel
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C = x.shape[:2]
    if C % num_groups != 0:
        raise ValueError("groups must divide channels")
    g = x.reshape(N, num_groups, -1)
    y = (g - g.mean(axis=2, keepdims=True)) / np.sqrt(g.var(axis=2, keepdims=True) + eps)
    if weight is not None:
        y = y * weight[:num_groups].reshape(1, -1, 1)
    if bias is not None:
        y = y + bias[:num_groups].reshape(1, -1, 1)
    return y.reshape(x.shape).astype(x.dtype)
