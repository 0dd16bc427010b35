"""All axes but the first are normalized, whatever normalized_shape is.

mistakes: all-axes-but-first
seen: NVIDIA/cudnn-frontend #432: mean over dims (1, 2, 3) where -1 is meant
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.shape[-len(normalized_shape) :] != normalized_shape:
        raise ValueError("shape of x")
    for p in (weight, bias):
        if p is not None and p.shape != normalized_shape:
            raise ValueError("shape of a parameter")
    axes = tuple(range(1, x.ndim))
    mean = x.mean(axis=axes, keepdims=True)
    var = x.var(axis=axes, keepdims=True)
    y = (x - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
