"""You make y with `zeros_like(x)`, and write into `y.reshape(…)`. Where x is a view with axes
exchanged, y has its order in memory, and `reshape` copies: y stays 0. Write into y itself, or
reshape what you return."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    samples, channels, *others = x.shape
    if channels % num_groups:
        raise ValueError(f"{num_groups} groups do not divide {channels} channels")
    groups = x.reshape(samples, num_groups, -1)
    centred = groups - groups.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)  # (N, G, 1)
    y = (centred / np.sqrt(var + eps)).reshape(x.shape)
    by_channel = (channels, *[1] * len(others))
    if weight is not None:
        y = y * weight.reshape(by_channel)
    if bias is not None:
        y = y + bias.reshape(by_channel)
    out = np.zeros_like(x)
    out.reshape(*x.shape[:2], -1)[...] = y.reshape(*x.shape[:2], -1)
    return out
