""" "if weight" asks an array for its truth.

mistakes: truth-value-of-array
seen: common error, e.g. "if weight:" of an array
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, keepdims=True)
    y = (x - mean) / np.sqrt(var + eps)
    if weight:
        y = y * weight
    if bias:
        y = y + bias
    return y.astype(x.dtype)
