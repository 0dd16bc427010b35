"""You divide x by its length, the root of a *sum* of squares, in x̂ and in dx. RMSNorm divides by
the root of their mean, so that the entries of x̂ stay near 1 for any D."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.sum(x**2, axis=-1, keepdims=True)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight
    mean_gx = np.mean(g * x_hat, axis=-1, keepdims=True)
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
