"""The variance is E[x^2] - E[x]^2.

mistakes: one-pass-variance
seen: pytorch/pytorch #51102: LayerNorm and a large mean
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    mean = x.mean(axis=axes, keepdims=True)
    var = (x**2).mean(axis=axes, keepdims=True) - mean**2
    y = (x - mean) / np.sqrt(np.maximum(var, 0) + eps)
    shape = (1, -1) + (1,) * (x.ndim - 2)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype)
