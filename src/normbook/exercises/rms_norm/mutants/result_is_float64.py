"""Your result is float64 whatever x is. Computing in float64 is fine; models rely on a layer to
keep the dtype, so cast the result with `y.astype(x.dtype)`."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float64)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y
