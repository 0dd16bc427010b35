"""dx does not go through the weight.

mistakes: weight-forgotten-in-dx
seen: karpathy/llm.c #763: RMSNorm's weight forgotten in backward
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rrms = 1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    xhat = x * rrms
    dx = rrms * (dy - xhat * np.mean(dy * xhat, axis=-1, keepdims=True))
    dweight = np.sum(dy * xhat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
