"""The variance divides by n - 1.

mistakes: divides-by-n-minus-1
seen: LBANN/lbann #2024: unbiased variance in LayerNorm and InstanceNorm
"""

import numpy as np


def instance_norm(x, weight=None, bias=None, eps=1e-5):
    axes = tuple(range(2, x.ndim))
    var = x.var(axis=axes, keepdims=True, ddof=1)
    y = (x - x.mean(axis=axes, keepdims=True)) / np.sqrt(var + eps)
    shape = (1, -1) + (1,) * (x.ndim - 2)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype)
