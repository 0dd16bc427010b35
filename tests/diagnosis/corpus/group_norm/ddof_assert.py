"""n - 1, and an assert.

mistakes: divides-by-n-minus-1, refused-with-assert
seen: LBANN/lbann #2024: unbiased variance in LayerNorm and InstanceNorm
"""

import numpy as np


def group_norm(x, num_groups, weight=None, bias=None, eps=1e-5):
    N, C, *rest = x.shape
    assert C % num_groups == 0
    g = x.reshape(N, num_groups, -1)
    n = g.shape[2]
    d = g - g.sum(axis=2, keepdims=True) / n
    var = (d * d).sum(axis=2, keepdims=True) / (n - 1)
    y = (d / np.sqrt(var + eps)).reshape(x.shape)
    shape = (1, C) + (1,) * len(rest)
    if weight is not None:
        y = y * weight.reshape(shape)
    if bias is not None:
        y = y + bias.reshape(shape)
    return y.astype(x.dtype)
