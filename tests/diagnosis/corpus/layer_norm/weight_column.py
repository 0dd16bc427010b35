"""The weight is stood upright, one value a row instead of one a feature.

mistakes: weight-by-sample
seen: common error, e.g. weight.reshape(-1, 1)
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    y = (x - mean) / np.sqrt(x.var(axis=-1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight.reshape(-1, 1)
    if bias is not None:
        y = y + bias.reshape(-1, 1)
    return y.astype(x.dtype)
