"""You ask an array whether it is true, as `if weight:` and `weight or 1` do. One of several numbers
is neither true nor false, and NumPy raises a ValueError. Ask `if weight is not None:`, and the same
for `bias`."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    samples, channels, *others = x.shape
    if channels % num_groups:
        raise ValueError(f"{num_groups} groups do not divide {channels} channels")
    groups = x.reshape(samples, num_groups, -1)
    centred = groups - groups.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = (centred / np.sqrt(var + eps)).reshape(x.shape)
    by_channel = (channels, *[1] * len(others))
    if weight:
        y = y * weight.reshape(by_channel)
    if bias:
        y = y + bias.reshape(by_channel)
    return y.astype(x.dtype, copy=False)
