"""x is changed in place, and the weight makes the result float64.

mistakes: changes-x, no-cast-back
seen: common error, e.g. augmented assignment throughout
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    x -= x.mean(axis=-1, keepdims=True)
    x /= np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + eps)
    if weight is None:
        weight = np.ones(x.shape[-1])
    if bias is None:
        bias = np.zeros(x.shape[-1])
    return x * weight + bias
