"""The result stays float32 for float16, or becomes float64 with the weight.

mistakes: no-cast-back
seen: skyzh/tiny-llm #18: cast to float32 and back in RMSNorm
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    y = wide / np.sqrt((wide**2).mean(axis=-1, keepdims=True) + eps)
    return y if weight is None else y * weight
