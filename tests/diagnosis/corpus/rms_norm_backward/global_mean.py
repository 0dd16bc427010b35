"""The mean of g x̂ is that of the whole array.

mistakes: mean-over-everything
seen: common error, e.g. np.mean without an axis
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rms = np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + eps)
    xhat = x / rms
    g = dy if weight is None else dy * weight
    dx = (g - xhat * np.mean(g * xhat)) / rms
    dweight = (dy * xhat).sum(axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
