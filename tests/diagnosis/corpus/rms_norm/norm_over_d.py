"""It divides by the L2 norm over D, not over the root of D.

mistakes: norm-over-d
seen: kyegomez/zeta #180: RMSNorm scales by dim ** -0.5, axis -2
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    norm = np.sqrt(np.sum(wide * wide, axis=-1, keepdims=True) + eps)
    y = wide / (norm / normalized_shape)
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
