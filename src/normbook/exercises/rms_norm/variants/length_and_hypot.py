"""The geometry: the length over the root of D, and Pythagoras for ε."""

import numpy as np


def rms_norm(x, normalized_shape, weight=None, eps=1e-6):
    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    rms = np.linalg.norm(wide, axis=-1, keepdims=True) / np.sqrt(normalized_shape)
    y = wide / np.hypot(rms, np.sqrt(eps))
    return (y if weight is None else y * weight).astype(x.dtype)
