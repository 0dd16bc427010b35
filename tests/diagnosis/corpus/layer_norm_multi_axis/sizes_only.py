"""Only the number of values is checked, not the shape.

mistakes: sizes-not-shapes-checked
seen: common error, e.g. weight.size == prod(shape)
"""

import numpy as np


def layer_norm_multi_axis(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    size = int(np.prod(normalized_shape))
    if x.size % size:
        raise ValueError("x does not fit")
    for p in (weight, bias):
        if p is not None and p.size != size:
            raise ValueError("parameter does not fit")
    flat = x.reshape(-1, size)
    centred = flat - flat.mean(axis=1, keepdims=True)
    y = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight.reshape(-1)
    if bias is not None:
        y = y + bias.reshape(-1)
    return y.reshape(x.shape).astype(x.dtype)
