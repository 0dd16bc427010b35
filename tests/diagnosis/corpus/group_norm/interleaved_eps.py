"""Every G-th channel, and eps outside the root.

mistakes: channels-interleaved, eps-outside-root
seen: common error, e.g. a transposed reshape
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C = x.shape[:2]
    if C % num_groups:
        raise ValueError("bad groups")
    y = np.empty_like(x)
    for k in range(num_groups):
        part = x[:, k::num_groups]
        axes = tuple(range(1, x.ndim))
        mean = part.mean(axis=axes, keepdims=True)
        std = part.std(axis=axes, keepdims=True)
        y[:, k::num_groups] = (part - mean) / (std + eps)
    shape = (1, C) + (1,) * (x.ndim - 2)
    if weight is not None:
        y = (y * weight.reshape(shape)).astype(x.dtype)
    if bias is not None:
        y = (y + bias.reshape(shape)).astype(x.dtype)
    return y
