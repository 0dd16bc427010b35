"""You subtract one mean of all of x, `x.mean()` without an axis. RMSNorm subtracts none, and what is
taken over all rows makes them depend on each other: divide x by its root mean square, row by row."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)  # the squares overflow in float16
    wide = wide - wide.mean()
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
