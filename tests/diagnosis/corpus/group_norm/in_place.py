"""reshape gives a view, so that x -= mean changes the caller's array.

mistakes: changes-x
seen: common error, e.g. reshape gives a view
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C = x.shape[:2]
    if C % num_groups != 0:
        raise ValueError("groups must divide channels")
    g = x.reshape(N, num_groups, -1)
    g -= g.mean(axis=2, keepdims=True)
    g /= np.sqrt((g**2).mean(axis=2, keepdims=True) + eps)
    y = g.reshape(x.shape)
    shape = (1, C) + (1,) * (x.ndim - 2)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype)
