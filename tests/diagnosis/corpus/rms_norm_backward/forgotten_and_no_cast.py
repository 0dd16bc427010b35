"""The weight is forgotten, and nothing is cast back.

mistakes: weight-forgotten-in-dx, no-cast-back
seen: karpathy/llm.c #763: RMSNorm's weight forgotten in backward
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    r = 1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    dx = r * dy - r**3 * x * np.mean(dy * x, axis=-1, keepdims=True)
    dweight = np.einsum("...d,...d->d", dy, x * r)
    return dx, dweight
