"""dweight is returned first.

mistakes: outputs-swapped
seen: Oneflow-Inc/oneflow #6149: gradients of weight and bias swapped
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rrms = 1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    xhat = x * rrms
    g = dy if weight is None else dy * weight
    dx = rrms * (g - xhat * np.mean(g * xhat, axis=-1, keepdims=True))
    dweight = np.sum(dy * xhat, axis=tuple(range(x.ndim - 1)))
    return dweight.astype(x.dtype), dx.astype(x.dtype)
