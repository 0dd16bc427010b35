"""Your mean square has lost the last axis, so NumPy lines it up with the features instead of the
rows: most shapes raise an error, and a square x gives wrong numbers without one. Pass
`keepdims=True`."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
