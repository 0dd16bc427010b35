"""Your groups have C // G channels, and the channels that are left over keep the 0 that the result
was filled with. Nobody would notice: raise a ValueError where G does not divide C."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    samples, channels, *others = x.shape
    size = channels // num_groups
    axes = tuple(range(1, x.ndim))
    y = np.zeros_like(x)
    for g in range(num_groups if size else 0):
        part = x[:, g * size : (g + 1) * size]
        centred = part - part.mean(axis=axes, keepdims=True)
        var = np.mean(centred**2, axis=axes, keepdims=True)
        y[:, g * size : (g + 1) * size] = centred / np.sqrt(var + eps)
    by_channel = (channels, *[1] * len(others))
    if weight is not None:
        y = y * weight.reshape(by_channel)
    if bias is not None:
        y = y + bias.reshape(by_channel)
    return y.astype(x.dtype, copy=False)
