"""Your RMS runs over all axes but the first, so that the positions of a sequence share it. In
RMSNorm over D features each position has its own. Use the last axis alone."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=tuple(range(min(1, x.ndim - 1), x.ndim)), keepdims=True)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight
    mean_gx = np.mean(g * x_hat, axis=tuple(range(min(1, x.ndim - 1), x.ndim)), keepdims=True)
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
