"""Your weight and bias meet the last axis, not the channels. NumPy lines them up so where they are left
in shape (C,), and (1, …, C) is the same; where that axis is as long as C, the result is silently
wrong. Give both the shape (C, 1, …, 1)."""

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
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
