"""No check of the groups, and no cast back.

mistakes: groups-not-checked, no-cast-back
seen: common error, e.g. reshape trusted
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    g = x.reshape(len(x), num_groups, -1)
    mu = g.mean(-1, keepdims=True)
    var = g.var(-1, keepdims=True)
    y = ((g - mu) / np.sqrt(var + eps)).reshape(x.shape)
    shape = (x.shape[1],) + (1,) * (x.ndim - 2)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y
