"""Group g is scaled by the weight of index g.

mistakes: weight-by-group
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C = x.shape[:2]
    if C % num_groups:
        raise ValueError("num_groups must divide C")
    g = x.astype(np.float64).reshape(N, num_groups, -1)
    g = (g - g.mean(-1, keepdims=True)) / np.sqrt(g.var(-1, keepdims=True) + eps)
    y = g.reshape(x.shape)
    if weight is not None:
        y = y * np.repeat(weight[:num_groups], C // num_groups).reshape(-1, *[1] * (x.ndim - 2))
    if bias is not None:
        y = y + bias.reshape(-1, *[1] * (x.ndim - 2))
    return y.astype(x.dtype)
