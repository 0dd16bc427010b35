"""1 + weight, eps outside the root, and no cast back.

mistakes: one-plus-weight, eps-outside-root, no-cast-back
seen: google/gemma_pytorch #67: casts in RMSNorm
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    rms = np.sqrt(np.mean(wide**2, axis=-1, keepdims=True))
    out = wide / (rms + eps)
    if weight is not None:
        out = out * (1.0 + weight)
    return out
