"""It works for images only: N, C, H, W = x.shape.

mistakes: four-axes-only
seen: N, C, H, W = x.shape in the paper's figure 3, and code after it
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C, H, W = x.shape
    if C % num_groups:
        raise ValueError("groups must divide channels")
    g = x.reshape(N, num_groups, C // num_groups, H, W)
    mean = g.mean(axis=(2, 3, 4), keepdims=True)
    var = g.var(axis=(2, 3, 4), keepdims=True)
    y = ((g - mean) / np.sqrt(var + eps)).reshape(N, C, H, W)
    if weight is not None:
        y = y * weight.reshape(1, C, 1, 1)
    if bias is not None:
        y = y + bias.reshape(1, C, 1, 1)
    return y.astype(x.dtype)
