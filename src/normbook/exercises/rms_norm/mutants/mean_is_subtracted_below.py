"""You divide x by its standard deviation. The variance is the mean square of x − μ; RMSNorm takes
the mean square of x, so that a constant row comes out as ones instead of blowing up."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.var(wide, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
