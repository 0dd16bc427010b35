"""Multiplies by the weight, and does it again.

mistakes: weight-twice
seen: a student of the third trial, 2026
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    z = x.astype(np.float64)
    mean = z.mean(axis=-1, keepdims=True)
    var = z.var(axis=-1, keepdims=True)
    y = (z - mean) / np.sqrt(var + eps)
    if weight is not None:
        y = y * weight
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
