"""Returns the right numbers, with an imaginary part of zero.

Their values are right, and keep their points; their dtype is not.
"""

# verdict: fail
# points: 9

import numpy as np


def layer_norm(x, normalized_shape, weight=None, bias=None, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    y = centred / np.sqrt(np.mean(centred**2, axis=-1, keepdims=True) + eps)
    y = y if weight is None else y * weight
    y = y if bias is None else y + bias
    return y.astype(complex)
