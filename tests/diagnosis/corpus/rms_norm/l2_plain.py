"""The L2 norm instead of the RMS, and squares in float16.

mistakes: sum-not-mean, squares-in-float16
seen: common error, e.g. F.normalize for RMSNorm
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    norm = np.sqrt(np.sum(x * x, axis=-1, keepdims=True) + eps)
    y = x / norm
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
