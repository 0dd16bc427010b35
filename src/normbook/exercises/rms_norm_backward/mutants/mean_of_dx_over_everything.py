"""Your mean of γ dy x̂ is one number for the whole array, as `np.mean(g * x_hat)` without an axis
is. Each row has an RMS, and so a mean, of its own: `axis=-1, keepdims=True`."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=-1, keepdims=True)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight
    mean_gx = np.mean(g * x_hat)
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
