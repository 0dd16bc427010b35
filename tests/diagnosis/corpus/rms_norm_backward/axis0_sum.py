"""dweight is summed over axis 0 alone.

mistakes: sum-over-axis-0-only
seen: flagos-ai/FlagGems #5392: layer_norm_backward assumes two axes
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rrms = 1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    xhat = x * rrms
    g = dy if weight is None else dy * weight
    dx = rrms * (g - xhat * np.mean(g * xhat, axis=-1, keepdims=True))
    return dx.astype(x.dtype), np.sum(dy * xhat, axis=0).astype(x.dtype)
