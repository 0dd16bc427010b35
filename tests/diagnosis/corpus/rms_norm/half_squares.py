"""float16 is squared in float16, and overflows.

mistakes: squares-in-float16
seen: pytorch/pytorch #133085: RMSNorm overflows in float16
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    y = x / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
