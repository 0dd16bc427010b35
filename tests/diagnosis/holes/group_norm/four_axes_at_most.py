"""The weight has two axes behind it at most."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C, *rest = x.shape
    if C % num_groups:
        raise ValueError("num_groups must divide C")
    g = x.astype(np.float64).reshape(N, num_groups, -1)
    c = g - g.mean(2, keepdims=True)
    y = (c / np.sqrt((c * c).mean(2, keepdims=True) + eps)).reshape(x.shape)
    shape = (1, C, 1, 1)[: x.ndim]
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype)
