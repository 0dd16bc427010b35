"""The sum of squares is divided by D - 1, by hand.

mistakes: divides-by-d-minus-1
seen: LBANN/lbann #2024: unbiased variance in LayerNorm and InstanceNorm
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    d = normalized_shape
    mean = np.sum(x, axis=-1, keepdims=True) / d
    centred = x - mean
    var = np.sum(centred * centred, axis=-1, keepdims=True) / (d - 1)
    out = centred / np.sqrt(var + eps)
    gamma = np.ones(d) if weight is None else weight
    beta = np.zeros(d) if bias is None else bias
    return (gamma * out + beta).astype(x.dtype)
