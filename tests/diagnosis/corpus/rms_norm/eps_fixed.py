"""eps is a constant of 1e-8, whatever was given.

mistakes: eps-ignored
seen: common error, e.g. the authors' 1e-8 written in
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    y = wide / np.sqrt(np.mean(wide**2, axis=-1, keepdims=True) + 1e-8)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
