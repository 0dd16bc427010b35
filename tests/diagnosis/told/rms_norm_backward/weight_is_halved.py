"""The weight is halved in place."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    if weight is not None:
        weight *= 0.5
    h, g0 = x.astype(np.float64), dy.astype(np.float64)
    w = np.ones(x.shape[-1]) if weight is None else weight.astype(np.float64)
    r = 1 / np.sqrt((h * h).mean(-1, keepdims=True) + eps)
    xhat = h * r
    g = g0 * w
    lead = tuple(range(x.ndim - 1))
    dx = r * (g - xhat * (g * xhat).mean(-1, keepdims=True))
    dw = (g0 * xhat).sum(lead)
    return dx.astype(x.dtype), dw.astype(x.dtype)
