"""keepdims is missing, so the root does not broadcast.

mistakes: no-keepdims
seen: codewithsundeep.com/discussion/solution/30734174: could not be broadcast together
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    rms = np.sqrt(np.mean(wide**2, axis=-1) + eps)
    y = wide / rms
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
