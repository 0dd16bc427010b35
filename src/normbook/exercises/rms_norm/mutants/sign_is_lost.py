"""You take the root of x² / mean(x²), feature by feature, and that is |x| / RMS: negative features
come out positive. Take the root of the mean square alone, and divide x by it."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(wide**2, axis=-1, keepdims=True)
    y = np.sqrt(wide**2 / (mean_square + eps))
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
