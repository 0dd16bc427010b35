"""You divide each row by its largest |x|, so that it fits between −1 and 1. RMSNorm divides by the
root of the mean of x², to which every feature contributes."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.max(np.abs(wide), axis=-1, keepdims=True)
    y = wide / (mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
