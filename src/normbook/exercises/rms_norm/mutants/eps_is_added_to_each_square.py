"""You add ε to x before you square it, `(x + eps)**2`. ε moves the mean square, not the features:
square first, add ε to the mean."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean((wide + eps) ** 2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
