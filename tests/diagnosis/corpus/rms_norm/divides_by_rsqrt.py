"""It divides by the reciprocal root.

mistakes: multiplies-by-rms
seen: mosaicml/llm-foundry #371: divides by rsqrt
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    rrms = 1 / np.sqrt(np.mean(np.square(wide), axis=-1, keepdims=True) + eps)
    y = wide / rrms
    if weight is not None:
        y = y * weight
    return y.astype(x.dtype)
