"""float64 is computed in float32, and a large mean loses its digits.

mistakes: float64-computed-in-float32
seen: common error, e.g. Llama's habit taken over
witness: layer_norm(np.array([[1e9, 1e9 + 1]]), 2)
"""

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    h = x.astype(np.float32)
    h = h - h.mean(axis=-1, keepdims=True)
    y = h / np.sqrt((h**2).mean(axis=-1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    if bias is not None:
        y = y + bias
    return y.astype(x.dtype)
