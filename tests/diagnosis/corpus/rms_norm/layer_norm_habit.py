"""The mean is subtracted, as in LayerNorm.

mistakes: mean-subtracted
seen: common error, e.g. LayerNorm's habit
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    wide = wide - wide.mean(axis=-1, keepdims=True)
    y = wide / np.sqrt(np.mean(wide**2, axis=-1, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
