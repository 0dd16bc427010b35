"""The sum of squares is divided by the number of rows.

mistakes: divides-by-rows
seen: course notes after CS231n, whose N and D change places
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    n = len(x)
    h = x.astype(np.float32) if x.dtype == np.float16 else x
    rms = np.sqrt((h**2).sum(axis=-1, keepdims=True) / n + eps)
    out = h / rms
    if weight is not None:
        out = out * weight
    return out.astype(x.dtype)
