"""Your function changes `x` where x is float64 already: `astype(np.float64, copy=False)` then gives
the caller's array itself, and `*=` writes into it. Make a new array: `x_hat = x * rrms`."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    dtype, x = x.dtype, x.astype(np.float64, copy=False)
    square = np.mean(x**2, axis=-1, keepdims=True)
    rrms = 1 / np.sqrt(square + eps)
    x *= rrms
    x_hat = x
    g = dy if weight is None else dy * weight
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)
    dx = rrms * (g - x_hat * mean_gx)
    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(dtype), dweight.astype(dtype)
