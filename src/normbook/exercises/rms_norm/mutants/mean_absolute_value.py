"""You divide by the mean of |x|. That measures size too, but RMSNorm divides by the root of the
mean of x², in which large features count for more."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.result_type(x, np.float32), copy=False)
    mean_square = np.mean(np.abs(wide), axis=-1, keepdims=True)
    y = wide / (mean_square + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype, copy=False)
