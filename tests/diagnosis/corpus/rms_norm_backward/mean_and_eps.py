"""A mean over the samples instead of a sum, and eps outside the root.

mistakes: mean-over-samples, eps-outside-root
seen: allenai/OLMo #281: x / (rms + eps) from the L2 norm
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rms = np.sqrt((x**2).mean(axis=-1, keepdims=True)) + eps
    xhat = x / rms
    g = dy if weight is None else dy * weight
    dx = (g - xhat * (g * xhat).mean(axis=-1, keepdims=True)) / rms
    dweight = (dy * xhat).mean(axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
