"""The variance divides by the number of values minus 1.

mistakes: divides-by-n-minus-1
seen: LBANN/lbann #2024: unbiased variance in LayerNorm and InstanceNorm
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.shape[-len(normalized_shape) :] != normalized_shape:
        raise ValueError("x")
    if weight is not None and weight.shape != normalized_shape:
        raise ValueError("weight")
    if bias is not None and bias.shape != normalized_shape:
        raise ValueError("bias")
    axes = tuple(range(-len(normalized_shape), 0))
    var = x.var(axis=axes, keepdims=True, ddof=1)
    y = (x - x.mean(axis=axes, keepdims=True)) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
