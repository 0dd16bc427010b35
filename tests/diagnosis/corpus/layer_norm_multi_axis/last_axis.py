"""Only the last axis is normalized.

mistakes: last-axis-only
seen: common error, e.g. axis=-1 kept from the first exercise
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.shape[-len(normalized_shape) :] != tuple(normalized_shape):
        raise ValueError("shape of x")
    if weight is not None and weight.shape != tuple(normalized_shape):
        raise ValueError("shape of weight")
    if bias is not None and bias.shape != tuple(normalized_shape):
        raise ValueError("shape of bias")
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
