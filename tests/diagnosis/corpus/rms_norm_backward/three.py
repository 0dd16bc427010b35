"""The wrong sign, the weight forgotten, and nothing cast back.

mistakes: wrong-sign, weight-forgotten-in-dx, no-cast-back
seen: karpathy/llm.c #763: RMSNorm's weight forgotten in backward
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rms = np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    xhat = x / rms
    dx = (dy + xhat * np.mean(dy * xhat, axis=-1, keepdims=True)) / rms
    return dx, np.sum(dy * xhat, axis=tuple(range(x.ndim - 1)))
