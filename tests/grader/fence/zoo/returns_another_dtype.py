"""Returns the right numbers in float16.

One check has small whole numbers as its answers, which float16 holds, and one compares the attempt
with itself: these keep their points.
"""

# verdict: fail
# points: 2

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(np.float16)
