"""You take an ε of 0 for none given, as `eps or 1e-5` does, and it becomes 1e-5. The default stands
in the signature; use the argument as it comes."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    eps = eps or 1e-5
    samples, channels, *others = x.shape
    if channels % num_groups:
        raise ValueError(f"{num_groups} groups do not divide {channels} channels")
    groups = x.reshape(samples, num_groups, -1)
    centred = groups - groups.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = (centred / np.sqrt(var + eps)).reshape(x.shape)
    by_channel = (channels, *[1] * len(others))
    if weight is not None:
        y = y * weight.reshape(by_channel)
    if bias is not None:
        y = y + bias.reshape(by_channel)
    return y.astype(x.dtype, copy=False)
