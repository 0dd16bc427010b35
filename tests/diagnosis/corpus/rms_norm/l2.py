"""Each row is divided by its L2 norm: the sum of squares, not their mean.

mistakes: sum-not-mean
seen: common error, e.g. x / np.linalg.norm(x)
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    y = wide / np.sqrt(np.sum(wide**2, axis=-1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
