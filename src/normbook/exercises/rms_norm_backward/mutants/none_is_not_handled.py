"""Your function needs a weight: it multiplies by it even where it is None, which is an error. None
stands for ones, so that g is dy."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=-1, keepdims=True)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy * weight
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
