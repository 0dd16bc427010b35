"""You divide a sum over the D features of a row by the number of rows, which is `len(x)`, or
`x.shape[0]`. A mean of a row divides by D: `x.shape[-1]`, or `np.mean(..., axis=-1)`."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.sum(wide**2, axis=-1, keepdims=True) / len(x)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
