"""Your mean and variance have lost the last axis, so that NumPy lines them up with the values of a
group instead of the groups: most shapes raise an error, and some give wrong numbers without one.
Pass `keepdims=True`."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    samples, channels, *others = x.shape
    if channels % num_groups:
        raise ValueError(f"{num_groups} groups do not divide {channels} channels")
    groups = x.reshape(samples, num_groups, -1)
    centred = groups - groups.mean(axis=-1)
    var = groups.var(axis=-1)
    y = (centred / np.sqrt(var + eps)).reshape(x.shape)
    by_channel = (channels, *[1] * len(others))
    if weight is not None:
        y = y * weight.reshape(by_channel)
    if bias is not None:
        y = y + bias.reshape(by_channel)
    return y.astype(x.dtype, copy=False)
