"""The shapes of weight and bias are not checked.

mistakes: parameters-not-checked
seen: common error, e.g. only x is checked
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    n = len(normalized_shape)
    if x.shape[-n:] != normalized_shape:
        raise ValueError(f"expected {normalized_shape}, got {x.shape[-n:]}")
    axes = tuple(range(x.ndim - n, x.ndim))
    mean = x.mean(axis=axes, keepdims=True)
    var = x.var(axis=axes, keepdims=True)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
