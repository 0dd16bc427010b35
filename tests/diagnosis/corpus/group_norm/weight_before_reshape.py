"""The weight meets the groups, before they are channels again.

mistakes: weight-on-groups
seen: a student's attempt, said anew
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    batch, channels = x.shape[0], x.shape[1]
    if channels % num_groups > 0:
        raise ValueError("channels must be divisible by num_groups")
    grouped = x.reshape((batch, num_groups, -1))
    mean = np.mean(grouped, axis=2, keepdims=True)
    std = np.sqrt(np.var(grouped, axis=2, keepdims=True) + eps)
    out = (grouped - mean) / std
    if weight is not None:
        out = weight[None, :, None] * out
    if bias is not None:
        out = out + bias[None, :, None]
    return out.reshape(x.shape).astype(x.dtype)
