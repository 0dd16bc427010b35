"""dweight is a mean over the samples, not a sum.

mistakes: mean-over-samples
seen: wjbKimberly/cs231n_spring_2017_assignment #7: dgamma, sum or mean
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rrms = 1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    xhat = x * rrms
    g = dy if weight is None else dy * weight
    dx = rrms * (g - xhat * np.mean(g * xhat, axis=-1, keepdims=True))
    dweight = np.mean(dy * xhat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
