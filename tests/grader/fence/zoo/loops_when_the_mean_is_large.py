"""Is right, and loops where the mean is large.

The checks before that one and after it are passed, and keep their points.
"""

# verdict: timeout
# points: 9

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    while 1000 < x.mean() < 1e9:
        pass
    centred = x - x.mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(x.dtype)
