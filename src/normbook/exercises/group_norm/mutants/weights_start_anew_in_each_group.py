"""You give each group the first C/G values of `weight` and `bias`, by a channel's place in its
group. γ and β have one value for each of the C channels: apply them after you are back at the
shape of x."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    samples, channels, *others = x.shape
    if channels % num_groups:
        raise ValueError(f"{num_groups} groups do not divide {channels} channels")
    groups = x.reshape(samples, num_groups, -1)
    centred = groups - groups.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = (centred / np.sqrt(var + eps)).reshape(x.shape)
    size = channels // num_groups
    by_channel = (channels, *[1] * len(others))
    if weight is not None:
        y = y * np.tile(weight[:size], num_groups).reshape(by_channel)
    if bias is not None:
        y = y + np.tile(bias[:size], num_groups).reshape(by_channel)
    return y.astype(x.dtype, copy=False)
