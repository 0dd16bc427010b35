"""ddof=1, and reshape is to refuse.

mistakes: divides-by-n-minus-1, groups-not-checked
seen: a student of the book, who knew none of the tests
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    batch = x.shape[0]
    channels = x.shape[1]
    g = x.reshape(batch, num_groups, -1).astype(np.float64)  # ValueError if it does not fit
    g = g - g.mean(axis=2, keepdims=True)
    var = g.var(axis=2, ddof=1, keepdims=True)
    g = g / np.sqrt(var + eps)
    y = g.reshape(batch, channels, -1)
    if weight is not None:
        y = y * weight.reshape(1, channels, 1)
    if bias is not None:
        y = y + bias.reshape(1, channels, 1)
    return y.reshape(x.shape).astype(x.dtype)
