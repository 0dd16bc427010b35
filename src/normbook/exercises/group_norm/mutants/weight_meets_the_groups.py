"""You multiply by `weight` and add `bias` while x is still cut into groups. There are C weights and
`num_groups` groups: NumPy lines them up correctly only where each group is one channel; a single
group becomes C groups, and other numbers do not fit. Give the result the shape of x first, then
reshape `weight` and `bias` to `(C, 1, ...)`."""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    samples, channels, *others = x.shape
    if channels % num_groups:
        raise ValueError(f"{num_groups} groups do not divide {channels} channels")
    groups = x.reshape(samples, num_groups, -1)
    centred = groups - groups.mean(axis=-1, keepdims=True)
    var = np.mean(centred**2, axis=-1, keepdims=True)
    y = centred / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight.reshape(1, -1, 1)
    if bias is not None:
        y = y + bias.reshape(1, -1, 1)
    return y.reshape(x.shape).astype(x.dtype, copy=False)
