"""The variance is E[x^2] - E[x]^2.

mistakes: one-pass-variance
seen: pytorch/pytorch #51102: LayerNorm and a large mean
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
    mean = x.mean(axis=axes, keepdims=True)
    var = np.maximum((x * x).mean(axis=axes, keepdims=True) - mean * mean, 0)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
