"""The squares are float32, their mean is rounded to float16.

mistakes: mean-in-float16
seen: pytorch/pytorch #133085: RMSNorm overflows in float16
witness: rms_norm(np.array([[1e-6, 3e-6]], np.float16), 2, eps=1e-14)
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    ms = np.mean(wide**2, axis=-1, keepdims=True)
    root = np.sqrt(ms + eps).astype(x.dtype)
    y = wide / root
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
