"""You take a mean that has lost the last axis, so that NumPy lines it up with the features instead
of the rows: most shapes raise an error, and a square x gives wrong numbers without one. Pass
`keepdims=True`."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=-1)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight
    mean_gx = np.mean(g * x_hat, axis=-1)
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
