"""The axes are counted from the front.

mistakes: leading-axes
seen: a student of the third trial, 2026
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    k = len(normalized_shape)
    if x.shape[x.ndim - k :] != tuple(normalized_shape):
        raise ValueError("shape")
    for a in (weight, bias):
        if a is not None and a.shape != tuple(normalized_shape):
            raise ValueError("affine shape")
    axes = tuple(range(k))
    z = x.astype(np.float64)
    y = (z - z.mean(axes, keepdims=True)) / np.sqrt(z.var(axes, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
