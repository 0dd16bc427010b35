"""The gradients are float32 even where x is float64.

mistakes: always-float32
seen: common error, e.g. .astype(np.float32) out of habit
witness: rms_norm_backward(np.array([[1., 2.]]), np.array([[1., 3.]]))
"""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rrms = 1 / np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    xhat = x * rrms
    g = dy if weight is None else dy * weight
    dx = rrms * (g - xhat * np.mean(g * xhat, axis=-1, keepdims=True))
    return dx.astype(np.float32), np.sum(dy * xhat, axis=tuple(range(x.ndim - 1))).astype(
        np.float32
    )
