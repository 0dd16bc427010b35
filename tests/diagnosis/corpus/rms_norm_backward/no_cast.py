"""Nothing is cast back to the dtype of x.

mistakes: no-cast-back
seen: common error, e.g. a float64 dy decides
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rrms = 1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    xhat = x * rrms
    g = dy if weight is None else dy * weight
    dx = rrms * (g - xhat * np.mean(g * xhat, axis=-1, keepdims=True))
    return dx, np.sum(dy * xhat, axis=tuple(range(x.ndim - 1)))
