"""One axis after the other, the variances too.

mistakes: variance-of-variances
seen: znxlwm/UGATIT-pytorch issue 30
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    k = len(normalized_shape)
    if tuple(x.shape[-k:]) != tuple(normalized_shape):
        raise ValueError("x does not end in normalized_shape")
    for p in (weight, bias):
        if p is not None and p.shape != tuple(normalized_shape):
            raise ValueError("a parameter has another shape")
    mean = var = x
    for axis in range(-k, 0):
        mean = mean.mean(axis=axis, keepdims=True)
        var = var.var(axis=axis, keepdims=True)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
