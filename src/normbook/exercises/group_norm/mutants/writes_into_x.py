"""Your function changes `x` itself, as an assignment to a part of it does, or to a view of it:
what `reshape` and slices return is one where it can be. `groups -= …` then changes the caller's
array; `groups - …` makes a new one."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    samples, channels, *others = x.shape
    if channels % num_groups:
        raise ValueError(f"{num_groups} groups do not divide {channels} channels")
    groups = x.reshape(samples, num_groups, -1)
    groups -= groups.mean(axis=-1, keepdims=True)
    centred = groups
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = (centred / np.sqrt(var + eps)).reshape(x.shape)
    by_channel = (channels, *[1] * len(others))
    if weight is not None:
        y = y * weight.reshape(by_channel)
    if bias is not None:
        y = y + bias.reshape(by_channel)
    return y.astype(x.dtype, copy=False)
