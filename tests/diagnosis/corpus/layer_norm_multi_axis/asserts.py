"""assert refuses what does not fit.

mistakes: refused-with-assert
seen: common error, e.g. assert for input checks
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    assert x.shape[-len(normalized_shape) :] == tuple(normalized_shape)
    assert weight is None or weight.shape == tuple(normalized_shape)
    assert bias is None or bias.shape == tuple(normalized_shape)
    axes = tuple(range(-len(normalized_shape), 0))
    y = (x - x.mean(axis=axes, keepdims=True)) / np.sqrt(x.var(axis=axes, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
