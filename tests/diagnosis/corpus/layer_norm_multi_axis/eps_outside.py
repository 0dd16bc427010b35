"""eps is outside the root.

mistakes: eps-outside-root
seen: codertimo/BERT-pytorch #30
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
    y = (x - x.mean(axis=axes, keepdims=True)) / (x.std(axis=axes, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
