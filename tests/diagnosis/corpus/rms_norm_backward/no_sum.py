"""dweight is not summed over the samples.

mistakes: dweight-not-summed
seen: linkedin/Liger-Kernel #117: dw = dy * (x / RMS)
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rrms = 1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    xhat = x * rrms
    g = dy if weight is None else dy * weight
    dx = rrms * (g - xhat * np.mean(g * xhat, axis=-1, keepdims=True))
    dweight = dy * xhat
    return dx.astype(x.dtype), dweight.astype(x.dtype)
