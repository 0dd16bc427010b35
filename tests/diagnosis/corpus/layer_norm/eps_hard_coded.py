"""The formula has 1e-5 in it whatever eps is.

mistakes: eps-ignored
seen: common error, e.g. 1e-5 written into the formula
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    mean = x.mean(axis=-1, keepdims=True)
    var = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    xhat = (x - mean) / np.sqrt(var + 1e-5)
    if weight is not None:
        xhat = xhat * weight
    if bias is not None:
        xhat = xhat + bias
    return xhat.astype(x.dtype)
