"""The second term of dx is added instead of subtracted.

mistakes: wrong-sign
seen: common error, e.g. a minus lost on paper
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    ms = np.mean(x**2, axis=-1, keepdims=True) + eps
    g = dy if weight is None else dy * weight
    dx = g / np.sqrt(ms) + x * np.mean(g * x, axis=-1, keepdims=True) / ms**1.5
    dweight = np.sum(dy * x / np.sqrt(ms), axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
