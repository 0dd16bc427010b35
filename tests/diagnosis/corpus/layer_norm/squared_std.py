"""The denominator is squared where a root is meant.

mistakes: squared-not-rooted
seen: 131250208/TPlinker-joint-extraction #37: (variance + eps) ** 2
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = np.mean(x, axis=-1, keepdims=True)
    variance = np.mean((x - mean) ** 2, axis=-1, keepdims=True)
    std = (variance + eps) ** 2
    y = (x - mean) / std
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
