"""The mean is subtracted, and nothing is cast back.

mistakes: mean-subtracted, no-cast-back
seen: common error, e.g. LayerNorm without bias
"""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    h = x.astype(np.float32) if x.dtype == np.float16 else x
    h = h - np.mean(h, axis=-1, keepdims=True)
    h = h / np.sqrt(np.mean(h * h, axis=-1, keepdims=True) + eps)
    if weight is not None:
        h = h * weight
    return h
