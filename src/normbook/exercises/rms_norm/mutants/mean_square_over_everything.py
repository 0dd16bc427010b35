"""Your mean square is a single number for the whole array: `np.mean(x**2)` without an axis. Samples
then depend on each other. Each row of features has one of its own."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
