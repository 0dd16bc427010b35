"""You divide the sum of γ dy x̂ over a row by the number of samples, which is BatchNorm's N. The
term is a mean over the D features of a row. Divide the sum by D."""

import numpy as np


def rms_norm_backward(dy, x, weight=None, eps=1e-6):
    square = np.mean(x**2, axis=-1, keepdims=True)
    rrms = 1 / np.sqrt(square + eps)
    x_hat = x * rrms

    g = dy if weight is None else dy * weight
    mean_gx = np.sum(g * x_hat, axis=-1, keepdims=True) / x.shape[0]
    dx = rrms * (g - x_hat * mean_gx)

    dweight = np.sum(dy * x_hat, axis=tuple(range(x.ndim - 1)))
    return dx.astype(x.dtype), dweight.astype(x.dtype)
