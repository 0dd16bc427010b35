"""Everything is computed in float32, float64 too.

mistakes: float64-computed-in-float32
seen: skyzh/tiny-llm #18: cast to float32 and back in RMSNorm
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    h = x.astype(np.float32)
    h = h / np.sqrt(np.mean(h**2, axis=-1, keepdims=True) + eps)
    if weight is not None:
        h = h * weight
    return h.astype(x.dtype)
