"""The variance is a mean of the variances along single axes.

mistakes: variance-of-means
seen: common error, e.g. statistics one axis at a time
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.shape[-len(normalized_shape) :] != normalized_shape:
        raise ValueError("x")
    if weight is not None and weight.shape != normalized_shape:
        raise ValueError("weight")
    if bias is not None and bias.shape != normalized_shape:
        raise ValueError("bias")
    mean, var = x, x.var(axis=-1, keepdims=True)
    for axis in range(-1, -len(normalized_shape) - 1, -1):
        mean = mean.mean(axis=axis, keepdims=True)
        if axis != -1:
            var = var.mean(axis=axis, keepdims=True)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
