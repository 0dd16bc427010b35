"""You scale each row from its least to its largest value, to lie between 0 and 1. That is min-max
scaling; LayerNorm subtracts the mean and divides by the deviation."""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    low = x.min(axis=-1, keepdims=True)
    y = (x - low) / (x.max(axis=-1, keepdims=True) - low + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype, copy=False)
