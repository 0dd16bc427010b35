"""Gamma and beta are read from a list in the other order.

mistakes: weight-and-bias-swapped
seen: keras-team/keras pull 3248: weights in another order give no error, as their shapes are the same
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    beta, gamma = weight, bias
    mean = np.mean(x, axis=-1, keepdims=True)
    var = np.var(x, axis=-1, keepdims=True)
    out = (x - mean) / np.sqrt(var + eps)
    if gamma is not None:
        out = out * gamma
    if beta is not None:
        out = out + beta
    return out.astype(x.dtype)
