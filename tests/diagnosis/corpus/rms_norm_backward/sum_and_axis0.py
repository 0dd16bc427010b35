"""The dot product is not divided by D, and dweight is summed over axis 0 alone.

mistakes: sum-not-mean-in-projection, sum-over-axis-0-only
seen: flagos-ai/FlagGems #5392: layer_norm_backward assumes two axes
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rms = np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    xhat = x / rms
    dweight = (dy * xhat).sum(axis=0)
    g = dy if weight is None else weight * dy
    dx = (g - xhat * (g * xhat).sum(axis=-1, keepdims=True)) / rms
    return dx.astype(x.dtype), dweight.astype(x.dtype)
