"""It multiplies by the root mean square instead of dividing.

mistakes: multiplies-by-rms
seen: stanford-cs336/assignment2-systems #2: multiply or divide by rms
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    rms = np.sqrt(np.mean(wide**2, axis=-1, keepdims=True) + eps)
    y = wide * rms
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
