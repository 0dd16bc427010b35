"""The weight is taken as its distance from 1, as Gemma stores it.

mistakes: one-plus-weight
seen: google/gemma_pytorch #67: casts in RMSNorm
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    y = wide / np.sqrt(np.mean(wide**2, axis=-1, keepdims=True) + eps)
    if weight is not None:
        y = y * (1 + weight)
    return y.astype(x.dtype)
