"""You give weight and bias two axes of size 1 behind their own at most. That is right for an image;
of `(N, C, D, H, W)` they meet D. Add as many as x has axes behind its channels."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    samples, channels, *others = x.shape
    if channels % num_groups:
        raise ValueError(f"{num_groups} groups do not divide {channels} channels")
    groups = x.reshape(samples, num_groups, -1)
    centred = groups - groups.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = (centred / np.sqrt(var + eps)).reshape(x.shape)
    by_channel = (1, channels, 1, 1)[: x.ndim]
    if weight is not None:
        y = y * weight.reshape(by_channel)
    if bias is not None:
        y = y + bias.reshape(by_channel)
    return y.astype(x.dtype, copy=False)
