"""One axis after the other.

mistakes: one-axis-after-the-other
seen: a student of the third trial, 2026
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    """LayerNorm over the axes in normalized_shape"""
    if x.shape[-len(normalized_shape) :] != normalized_shape:
        raise ValueError
    for a in (weight, bias):
        if a is not None and a.shape != tuple(normalized_shape):
            raise ValueError
    z = x.astype(np.float64)
    # one axis after the other
    for axis in range(-len(normalized_shape), 0):
        z = z - z.mean(axis=axis, keepdims=True)
        z = z / np.sqrt((z**2).mean(axis=axis, keepdims=True) + eps)
    if weight is not None:
        z = z * weight
    if bias is not None:
        z = z + bias
    return z.astype(x.dtype)
