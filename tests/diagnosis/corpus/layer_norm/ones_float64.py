"""The default weight is float64, and the result with it.

mistakes: no-cast-back
seen: common error, e.g. np.ones(D) as a default
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if weight is None:
        weight = np.ones(normalized_shape)
    if bias is None:
        bias = np.zeros(normalized_shape)
    mu = x.mean(axis=-1, keepdims=True)
    var = ((x - mu) ** 2).mean(axis=-1, keepdims=True)
    return weight * (x - mu) / np.sqrt(var + eps) + bias
