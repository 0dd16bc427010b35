"""You average the variances of the channels, each around its own mean. That leaves out how far the
channels' means lie apart. Take the variance of the whole group around the group's mean."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    samples, channels, *others = x.shape
    if channels % num_groups:
        raise ValueError(f"{num_groups} groups do not divide {channels} channels")
    size = channels // num_groups
    groups = x.reshape(samples, num_groups, size, -1)
    centred = groups - groups.mean(axis=(2, 3), keepdims=True)
    var = groups.var(axis=3, keepdims=True).mean(axis=2, keepdims=True)
    y = (centred / np.sqrt(var + eps)).reshape(x.shape)
    by_channel = (channels, *[1] * len(others))
    if weight is not None:
        y = y * weight.reshape(by_channel)
    if bias is not None:
        y = y + bias.reshape(by_channel)
    return y.astype(x.dtype, copy=False)
