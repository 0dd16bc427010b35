"""You divide the sum of the squares by D − 1. That belongs to the estimate of a variance around an
estimated mean; RMSNorm has neither, and divides by D."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.sum(wide**2, axis=-1, keepdims=True) / (x.shape[-1] - 1)
    y = wide / np.sqrt(mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
