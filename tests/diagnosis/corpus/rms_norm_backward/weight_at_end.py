"""The weight multiplies at the end instead of before the projection.

mistakes: weight-after-projection
seen: Liger and others, comments on the order of w
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rrms = 1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    xhat = x * rrms
    dx = rrms * (dy - xhat * np.mean(dy * xhat, axis=-1, keepdims=True))
    if weight is not None:
        dx = dx * weight
    dweight = np.sum(dy * xhat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
