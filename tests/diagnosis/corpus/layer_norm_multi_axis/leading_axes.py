"""The axes are counted from the front.

mistakes: leading-axes
seen: common error, e.g. range(len(normalized_shape)) counts from the front
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    k = len(normalized_shape)
    if x.shape[-k:] != normalized_shape:
        raise ValueError("shape of x")
    for p in (weight, bias):
        if p is not None and p.shape != normalized_shape:
            raise ValueError("shape of a parameter")
    axes = tuple(range(k))
    centred = x - x.mean(axis=axes, keepdims=True)
    y = centred / np.sqrt((centred**2).mean(axis=axes, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
