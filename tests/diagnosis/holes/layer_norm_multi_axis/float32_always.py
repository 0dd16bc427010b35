"""The result is float32 even where x is float64.

mistakes: always-float32
seen: common error, e.g. .astype(np.float32) out of habit
witness: layer_norm_multi_axis(np.array([[1., 2.]]), (2,))
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.shape[-len(normalized_shape) :] != normalized_shape:
        raise ValueError("x")
    for p in (weight, bias):
        if p is not None and p.shape != normalized_shape:
            raise ValueError("parameter")
    axes = tuple(range(-len(normalized_shape), 0))
    y = (x - x.mean(axis=axes, keepdims=True)) / np.sqrt(x.var(axis=axes, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(np.float32)
