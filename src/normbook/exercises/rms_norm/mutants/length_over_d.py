"""You divide by the length of the row divided by D. The mean stands under the root: the root mean
square is the length √(Σ x²) divided by √D."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.sum(wide**2, axis=-1, keepdims=True)
    y = wide / (np.sqrt(mean_square + eps) / x.shape[-1])
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
