"""The number of features is counted from 0 and raised by one too often.

mistakes: divides-by-d-plus-1
seen: common error, e.g. ddof of the wrong sign
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    var = x.var(axis=-1, ddof=-1, keepdims=True)
    y = (x - mean) / np.sqrt(var + eps)
    y = y * weight if weight is not None else y
    y = y + bias if bias is not None else y
    return y.astype(x.dtype)
