"""It divides by the mean square, not by its root.

mistakes: no-square-root
seen: pytorch/pytorch #139274: mean square and root confused
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    y = wide / (np.mean(wide**2, axis=-1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
