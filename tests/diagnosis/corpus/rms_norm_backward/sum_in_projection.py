"""The dot product in dx is not divided by D.

mistakes: sum-not-mean-in-projection
seen: linkedin/Liger-Kernel #117: the 1 / N of the dot product
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rrms = 1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    xhat = x * rrms
    g = dy if weight is None else dy * weight
    dx = rrms * (g - xhat * np.sum(g * xhat, axis=-1, keepdims=True))
    dweight = np.sum(dy * xhat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
