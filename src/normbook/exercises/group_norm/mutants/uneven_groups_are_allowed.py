"""Your groups may differ in size, as `np.array_split` makes them, where G does not divide C.
PyTorch refuses that, and so does this exercise: raise a ValueError."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(1, x.ndim))
    parts = []
    for part in np.array_split(x, num_groups, axis=1):
        if part.size:
            centred = part - part.mean(axis=axes, keepdims=True)
            var = np.mean(centred**2, axis=axes, keepdims=True)
            parts.append(centred / np.sqrt(var + eps))
    y = np.concatenate(parts, axis=1)
    by_channel = (-1, *[1] * (x.ndim - 2))
    if weight is not None:
        y = y * weight.reshape(by_channel)
    if bias is not None:
        y = y + bias.reshape(by_channel)
    return y.astype(x.dtype, copy=False)
