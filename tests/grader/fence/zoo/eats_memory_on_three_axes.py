"""Is right, takes all memory where x has three axes, and never gives it back."""

# verdict: error
# points: 9

import numpy as np

KEPT = []


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    if x.ndim == 3:
        KEPT.extend(bytearray(2**16) for _ in range(2**20))
    centred = x - x.mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(x.dtype)
