"""You apply weight and bias to x, and normalize afterwards. The statistics then see the scaled
channels, and undo part of what γ and β did. They come last."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    samples, channels, *others = x.shape
    dtype = x.dtype
    if channels % num_groups:
        raise ValueError(f"{num_groups} groups do not divide {channels} channels")
    by_channel = (channels, *[1] * len(others))
    if weight is not None:
        x = x * weight.reshape(by_channel)
    if bias is not None:
        x = x + bias.reshape(by_channel)
    groups = x.reshape(samples, num_groups, -1)
    centred = groups - groups.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = (centred / np.sqrt(var + eps)).reshape(x.shape)
    return y.astype(dtype, copy=False)
