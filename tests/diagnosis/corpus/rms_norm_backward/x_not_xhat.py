"""The projection is on x where the normalized x is meant.

mistakes: projects-on-x
seen: common error, e.g. a factor rms lost on paper
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rrms = 1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    g = dy if weight is None else dy * weight
    dx = rrms * g - rrms * x * np.mean(g * x, axis=-1, keepdims=True)
    dweight = np.sum(dy * x * rrms, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
