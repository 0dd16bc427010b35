"""The statistics are those of the whole array.

mistakes: whole-array
seen: znxlwm/UGATIT-pytorch issue 30, where a group is all there is
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C = x.shape[:2]
    if C % num_groups:
        raise ValueError("C must be divisible by num_groups")
    x_grouped = x.reshape(N, num_groups, C // num_groups, *x.shape[2:])
    mean, var = np.mean(x_grouped), np.var(x_grouped)
    y = ((x_grouped - mean) / np.sqrt(var + eps)).reshape(x.shape)
    shape = (C,) + (1,) * (x.ndim - 2)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype)
