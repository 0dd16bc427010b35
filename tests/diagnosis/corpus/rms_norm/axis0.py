"""The squares are averaged along axis 0.

mistakes: axis-0
seen: kyegomez/zeta #180: RMSNorm scales by dim ** -0.5, axis -2
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    y = wide / np.sqrt(np.mean(wide**2, axis=0, keepdims=True) + eps)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
