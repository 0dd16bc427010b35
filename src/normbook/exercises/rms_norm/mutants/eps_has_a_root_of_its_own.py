"""You add √ε to the root mean square. A root of a sum is not the sum of the roots: add ε to the
mean square, and take one root of both, `np.sqrt(mean_square + eps)`."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / (np.sqrt(mean_square) + np.sqrt(eps))
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
