"""You compute in the dtype of x. In float16 every |x| from 256 on has an infinite square, and its row
comes out as zeros; 1e-8 is 0, so that such an ε leaves a row of zeros with 0/0. Cast x to float32
before you square it."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
