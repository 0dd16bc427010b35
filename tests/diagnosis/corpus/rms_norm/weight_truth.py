"""The truth of an array is asked for.

mistakes: truth-value-of-array
seen: common error, e.g. weight or 1.0
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    y = wide / np.sqrt(np.mean(wide**2, axis=-1, keepdims=True) + eps)
    return (y * (weight or 1.0)).astype(x.dtype)
