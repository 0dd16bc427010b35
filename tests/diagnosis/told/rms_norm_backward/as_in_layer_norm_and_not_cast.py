"""The gradient of LayerNorm, in the dtype in which it comes out; no weight is refused."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    rms = np.sqrt(np.mean(x**2, axis=-1, keepdims=True) + eps)
    x_hat = x / rms
    g = dy * weight
    dx = (g - g.mean(-1, keepdims=True) - x_hat * (g * x_hat).mean(-1, keepdims=True)) / rms
    return dx, (dy * x_hat).sum(axis=0)
