"""It divides by the standard deviation; the mean is not part of the RMS.

mistakes: divides-by-deviation
seen: common error, e.g. x / x.std() for RMSNorm
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    y = wide / np.sqrt(wide.var(axis=-1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
